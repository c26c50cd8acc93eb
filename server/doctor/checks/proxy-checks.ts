// The check of the reverse proxies: whether SVC_TRUSTED_PROXIES fits the forwarded headers that arrive. Only a server
// sees them.

import type { ForwardedCounts } from '../../kernel/forwarded-counts.ts'
import { withSettings } from '../doctor-scene.ts'
import { type DoctorOutcome, notSetUp, skipped, warning, well } from '../outcome.ts'

export const proxyChecks = {
  forwarded_headers: withSettings(({ live, config: { trustedProxies } }) =>
    judgeForwarded(live?.forwardedCounts, trustedProxies.length > 0),
  ),
}

/** A client may send the header by itself: single requests say nothing about a proxy. */
const shareMin = 0.1

/** @param counts undefined outside a server  @param hasList whether SVC_TRUSTED_PROXIES names any */
export function judgeForwarded(
  counts: ForwardedCounts | undefined,
  hasList: boolean,
): DoctorOutcome {
  if (counts === undefined) return skipped('server_only')
  const { requests, forwardedByOthers, forwarded, notForwarded } = counts
  const values = { count: forwardedByOthers, requests }
  if (forwardedByOthers > 0 && forwardedByOthers >= requests * shareMin) {
    return warning(hasList ? 'other_proxy' : 'no_proxy_listed', { values })
  }
  if (!hasList) return notSetUp()
  if (forwarded > 0) return well({ values: { count: forwarded, requests } })
  if (notForwarded > 0) return warning('not_forwarded', { values: { count: notForwarded } })
  return requests === 0 ? well({}, 'no_requests') : warning('unused', { values: { requests } })
}
