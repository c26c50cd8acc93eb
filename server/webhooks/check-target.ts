// Resolves the host name of a URL when a webhook is registered or moved. This gives clients an
// early error and is no protection: the protection is the check of every address that is connected
// to (egress/guarded-connect.ts).

import { destinationOf } from '../egress/destination.ts'
import type { HostResolver } from '../egress/resolve-host.ts'
import type { TargetPolicy } from '../egress/target-policy.ts'
import type { Fault } from '../kernel/app-error.ts'
import { faultOfVerdict } from './webhook-url.ts'

/**
 * Returns no faults when nothing is known against `url`. A name that does not resolve yet is
 * accepted (rulings 6.7).
 * @param url as `parseWebhookUrl` accepted it
 */
export async function checkTarget(
  { policy, resolver }: { readonly policy: TargetPolicy; readonly resolver: HostResolver },
  url: URL,
): Promise<readonly Fault[]> {
  const destination = destinationOf(url)
  const addresses = await resolver.resolve(destination.host)
  if (addresses.length === 0) return []
  const verdict = policy.judge(addresses, destination)
  return verdict === 'allowed' ? [] : [faultOfVerdict(verdict)]
}
