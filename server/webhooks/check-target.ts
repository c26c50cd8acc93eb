// Looks where the name in a URL leads at the moment of registration. It spares clients a surprise and is
// no protection: that is the check of every address that is dialled (egress/guarded-connect.ts).

import { destinationOf } from '../egress/destination.ts'
import type { HostResolver } from '../egress/resolve-host.ts'
import type { TargetPolicy } from '../egress/target-policy.ts'
import type { Fault } from '../kernel/app-error.ts'
import { faultOfVerdict } from './webhook-url.ts'

/**
 * Empty when nothing is known against `url`. A name that leads nowhere yet is accepted (rulings 6.7).
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
