// The console's list of verifications as its tests read it: a page, and the references on it in one text.

import { type PageStart, toWindowedPage } from '../../../server/console-api/page-window.ts'
import type { VerificationFilters } from '../../../server/console-api/verifications/verification-filters.ts'
import { listVerificationRows } from '../../../server/console-api/verifications/verification-list-view.ts'
import type { TestDatabase } from '../../support/database.ts'

export type Looked = Omit<VerificationFilters, 'environment'>

export const newest: PageStart = { kind: 'newest' }

/** Reads a page of the live environment. */
export async function listed({ db }: TestDatabase, filter: Looked, start: PageStart, limit = 20) {
  const window = { limit, start }
  const rows = await listVerificationRows(db.reader, { environment: 'live', ...filter }, window)
  const page = toWindowedPage(rows, window)
  return { ...page, refs: page.items.map(({ externalRef }) => externalRef).join('') }
}
