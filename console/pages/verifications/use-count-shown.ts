// The number of verifications where one page has all, else how many are shown.

import { useTranslation } from 'react-i18next'
import type { VerificationList } from './use-verification-list.ts'

/** undefined while what is asked for is not loaded, and where there is nothing to count. */
export function useCountShown({ items, paging, read }: VerificationList): string | undefined {
  const { t } = useTranslation('verifications')
  const { length: count } = items
  if (read.isPending || read.isPlaceholderData || read.isError || count === 0) return undefined
  const isAll = paging.isFirst && paging.nextCursor === undefined
  return t(isAll ? 'list.count' : 'list.shown', { count })
}
