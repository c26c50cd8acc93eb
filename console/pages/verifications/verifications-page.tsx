// Verifications of one environment: filter, search, open, export.

import { useSearchQuery } from '../../frame/search-box/use-search-query.ts'
import { useEnvironmentInAddress } from '../../frame/use-environment-in-address.ts'
import { FilteredVerifications } from './filtered-verifications.tsx'
import { FoundByNumber } from './found-by-number.tsx'

export function VerificationsPage() {
  const environment = useEnvironmentInAddress()
  const query = useSearchQuery()
  if (query.kind === 'none') return <FilteredVerifications environment={environment} />
  return <FoundByNumber query={query} environment={environment} />
}
