// Results of a search by document number or name, which is not shown again.

import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Environment } from '../../../server/kernel/environment.ts'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import type { SearchQuery } from '../../frame/search-box/use-search-query.ts'
import { useCountShown } from './use-count-shown.ts'
import { useNumberList } from './use-verification-list.ts'
import { VerificationRows } from './verification-table.tsx'

type NumberSearch = Extract<SearchQuery, { readonly token: string }>

interface FoundByNumberProps {
  readonly query: Exclude<SearchQuery, { kind: 'none' }>
  readonly environment: Environment
}

export function FoundByNumber({ query, environment }: FoundByNumberProps) {
  const { t } = useTranslation('verifications')
  const { t: tFrame } = useTranslation('frame')
  if ('token' in query) return <NumberMatches query={query} environment={environment} />
  return (
    <>
      <PageHeader title={tFrame('pages.verifications')} />
      <EmptyState text={t(`list.search.${query.kind}`)}>
        <ShowAll environment={environment} />
      </EmptyState>
    </>
  )
}

function NumberMatches(props: { readonly query: NumberSearch; readonly environment: Environment }) {
  const { query, environment } = props
  const { t } = useTranslation('verifications')
  const { t: tFrame } = useTranslation('frame')
  const list = useNumberList(query, environment)
  const count = useCountShown(list)
  return (
    <>
      <PageHeader title={tFrame('pages.verifications')} text={t('list.search.text')} />
      <Group gap="xs" mb="sm">
        <Text size="sm" fw={500}>
          {t(`list.search.${query.kind}`)}
        </Text>
        <ShowAll environment={environment} />
        <Text role="status" size="sm" c="dimmed" ms="auto" className="svc-number">
          {count}
        </Text>
      </Group>
      <VerificationRows
        list={list}
        empty={<EmptyState text={t(`list.search.none.${environment}`)} />}
      />
    </>
  )
}

function ShowAll({ environment }: { readonly environment: Environment }) {
  const { t } = useTranslation('verifications')
  return (
    <Button
      component={Link}
      to={`/verifications?environment=${environment}`}
      size="xs"
      variant="default"
    >
      {t('list.search.all')}
    </Button>
  )
}
