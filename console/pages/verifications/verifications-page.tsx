// The verifications of one environment: found by filter or by search, opened by row, taken out as a file.

import { useSought } from '../../frame/search-box/use-sought.ts'
import { useEnvironmentInAddress } from '../../frame/use-environment-in-address.ts'
import { FilteredCases } from './filtered-cases.tsx'
import { SoughtCases } from './sought-cases.tsx'

export function VerificationsPage() {
  const environment = useEnvironmentInAddress()
  const sought = useSought()
  if (sought.kind === 'none') return <FilteredCases environment={environment} />
  return <SoughtCases sought={sought} environment={environment} />
}
