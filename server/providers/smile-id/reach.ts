// Where Smile ID is: its own address, and the storage behind the links that it gives for uploads. Pure.

import { destinationOf } from '../../egress/destination.ts'
import type { HostPattern } from '../../egress/host-pattern.ts'
import type { ServiceReach } from '../../egress/service-policy.ts'

export const smileBaseUrlLive = 'https://api.smileidentity.com/v1'

/**
 * The buckets of uploads that public material of Smile ID's shows, in whatever region and spelling of S3,
 * and its own names. Nowhere does it promise them; an operator may name others.
 */
export const smileUploadHostsDefault =
  'smile-uploads-*.s3.*.amazonaws.com,smile-uploads-*.s3.amazonaws.com,smile-uploads-*.s3-accelerate.amazonaws.com,*.smileidentity.com'

/** What may be called: its own address, and hosts of upload links. */
export function smileReach({
  baseUrl,
  uploadHosts,
}: {
  readonly baseUrl: string
  readonly uploadHosts: readonly HostPattern[]
}): ServiceReach {
  const own = destinationOf(new URL(baseUrl))
  if (baseUrl === smileBaseUrlLive) return { known: [own], named: uploadHosts }
  return { known: [], named: [{ pattern: own.host, port: own.port }, ...uploadHosts] }
}
