// Verifications of one environment: filter, search, open, export.

import type { Environment } from '../../../server/kernel/environment.ts'
import { useReadableEnvironments } from '../../api/session.ts'
import { useShownEnvironment } from '../../frame/environment.tsx'
import { useSearchQuery } from '../../frame/search-box/use-search-query.ts'
import { useEnvironmentInAddress } from '../../frame/use-environment-in-address.ts'
import { FilteredVerifications } from './filtered-verifications.tsx'
import { FoundByNumber } from './found-by-number.tsx'

export function VerificationsPage() {
  const [first, ...others] = useReadableEnvironments()
  if (first === undefined || others.length > 0) return <ChosenVerifications />
  return <OnlyVerifications environment={first} />
}

function ChosenVerifications() {
  return <Verifications environment={useEnvironmentInAddress()} />
}

/** For roles that see one environment, whatever is chosen on other pages. */
function OnlyVerifications({ environment }: VerificationsProps) {
  useShownEnvironment(environment)
  return <Verifications environment={environment} />
}

interface VerificationsProps {
  readonly environment: Environment
}

function Verifications({ environment }: VerificationsProps) {
  const query = useSearchQuery()
  if (query.kind === 'none') return <FilteredVerifications environment={environment} />
  return <FoundByNumber query={query} environment={environment} />
}
