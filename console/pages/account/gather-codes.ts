// Wrong codes from many places read as one line: how many, the last one when, and from where. Pure.

import type { AccountNoticeJson } from '../../../server/users/user-json.ts'

export interface GatheredNotice extends AccountNoticeJson {
  /** Each once, in the order of the notices. */
  readonly addresses: readonly string[]
}

/** The others stay as they are; the gathered line stands where the latest of its kind stood. */
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
