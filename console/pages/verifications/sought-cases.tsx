// What a search by document number found, or that it found nothing. The number itself is not shown again.

import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Environment } from '../../frame/environment.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import type { Sought } from '../../frame/search-box/use-sought.ts'
import { CaseTable } from './case-table.tsx'
import { useNumberList } from './use-case-list.ts'
import { useCountShown } from './use-count-shown.ts'

type SoughtNumber = Extract<Sought, { kind: 'number' }>

export interface SoughtCasesProps {
  readonly sought: Exclude<Sought, { kind: 'none' }>
  readonly environment: Environment
}

export function SoughtCases({ sought, environment }: SoughtCasesProps) {
  const { t } = useTranslation('cases')
  const { t: tFrame } = useTranslation('frame')
  if (sought.kind === 'number') return <NumberCases sought={sought} environment={environment} />
  return (
    <>
      <PageHeader title={tFrame('pages.verifications')} />
      <EmptyState text={t(`list.search.${sought.kind}`)}>
        <ShowAll environment={environment} />
      </EmptyState>
    </>
  )
}

function NumberCases(props: { readonly sought: SoughtNumber; readonly environment: Environment }) {
  const { sought, environment } = props
  const { t } = useTranslation('cases')
  const { t: tFrame } = useTranslation('frame')
  const list = useNumberList(sought, environment)
  const count = useCountShown(list)
  return (
    <>
      <PageHeader title={tFrame('pages.verifications')} text={t('list.search.text')} />
      <Group gap="xs" mb="sm">
        <Text size="sm" fw={500}>
          {t('list.search.number')}
        </Text>
        <ShowAll environment={environment} />
        <Text role="status" size="sm" c="dimmed" ms="auto" className="svc-number">
          {count}
        </Text>
      </Group>
      <CaseTable list={list} empty={<EmptyState text={t(`list.search.none.${environment}`)} />} />
    </>
  )
}

function ShowAll({ environment }: { readonly environment: Environment }) {
  const { t } = useTranslation('cases')
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
