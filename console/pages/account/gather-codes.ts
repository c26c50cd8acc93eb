// Groups notices about wrong codes into one line: count, last time, addresses. Pure.

import type { AccountNoticeJson } from '../../../server/users/user-json.ts'

export interface GatheredNotice extends AccountNoticeJson {
  /** Without duplicates, in the order of the notices. */
  readonly addresses: readonly string[]
}

/** Other notices are unchanged; the grouped line takes the place of the latest of its kind. */
export function gatherCodes(notices: readonly AccountNoticeJson[]): readonly GatheredNotice[] {
  const codes = notices.filter(({ kind }) => kind === 'wrong_codes')
  const latest = codes.toSorted((one, other) => other.at.localeCompare(one.at))[0]
  return notices
    .filter((notice) => notice.kind !== 'wrong_codes' || notice === latest)
    .map((notice) => {
      const all = notice === latest ? codes : [notice]
      const addresses = all.map((one) => one.client_address).filter((one) => one !== null)
      const count = all.reduce((sum, one) => sum + one.count, 0)
      return { ...notice, count, addresses: [...new Set(addresses)] }
    })
}
