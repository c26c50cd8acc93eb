// Looks where the name in a URL leads at the moment of registration. It spares clients a surprise and is
// no protection: that is the check of every address that is dialled (guarded-connect.ts).

import type { Fault } from '../kernel/app-error.ts'
import type { HostResolver } from './resolve-host.ts'
import type { TargetPolicy } from './target-policy.ts'
import { destinationOf, faultOfVerdict } from './webhook-url.ts'

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
