// The hosts of Smile ID that may be called: its API, and the storage that its upload links name.
// Pure.

import { destinationOf } from '../../egress/destination.ts'
import type { HostPattern } from '../../egress/host-pattern.ts'
import type { AllowedHosts } from '../../egress/service-policy.ts'

export const smileBaseUrlLive = 'https://api.smileidentity.com/v1'

/**
 * The upload buckets that Smile ID's public material shows, in any region and spelling of S3, and
 * its own hosts. Smile ID promises none of these, so the settings can name others.
 */
export const smileUploadHostsDefault =
  'smile-uploads-*.s3.*.amazonaws.com,smile-uploads-*.s3.amazonaws.com,smile-uploads-*.s3-accelerate.amazonaws.com,*.smileidentity.com'

/** Returns the hosts that may be called. */
export function smileHosts({
  baseUrl,
  uploadHosts,
}: {
  readonly baseUrl: string
  readonly uploadHosts: readonly HostPattern[]
}): AllowedHosts {
  const own = destinationOf(new URL(baseUrl))
  if (baseUrl === smileBaseUrlLive) return { known: [own], named: uploadHosts }
  return { known: [], named: [{ pattern: own.host, port: own.port }, ...uploadHosts] }
}
