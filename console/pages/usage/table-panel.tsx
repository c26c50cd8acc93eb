// Usage by day or month, type or API key, with CSV download.

import { Button, Menu, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { UsageSummaryJson } from '../../../server/api/usage/usage-api.ts'
import type { Environment } from '../../../server/kernel/environment.ts'
import { useRead } from '../../api/use-api.ts'
import { useDownload } from '../../api/use-download.ts'
import { addressParameters } from '../../frame/address-parameters.ts'
import { CsvItems } from '../../frame/csv/csv-items.tsx'
import type { Separator } from '../../frame/csv/separator.ts'
import { ChoiceSwitch } from '../../frame/parts/choice-switch.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { UsageTable } from './usage-table.tsx'
import { type UsageWay, usageWays } from './ways.ts'

interface TablePanelProps {
  /** Environment, start and end. */
  readonly query: Readonly<Record<'from' | 'to', string> & { environment: Environment }>
  /** Grouping by time. */
  readonly grouping: 'day' | 'month'
}

export function TablePanel({ query, grouping }: TablePanelProps) {
  const { t } = useTranslation('usage')
  const [way, choose] = useWay()
  const asked = { ...query, group_by: way === 'time' ? grouping : way }
  const read = useRead<UsageSummaryJson>('/usage/summary', { query: asked })
  const download = useDownload()
  const name = `usage-${query.environment}-by-${asked.group_by}-${query.from}.csv`
  return (
    <Panel
      title={t('table.title')}
      actions={
        <>
          <ChoiceSwitch
            name={{ label: t('table.by') }}
            value={way}
            onChoose={choose}
            choices={usageWays.map((value) => ({
              value,
              label: t(value === 'time' ? `by.${grouping}` : `by.${value}`),
            }))}
          />
          <Download
            isComing={download.isPending}
            onDownload={(separator) =>
              download.mutate({ path: '/usage/summary/csv', query: { ...asked, separator }, name })
            }
          />
        </>
      }
    >
      {download.isError && <ErrorState error={download.error} />}
      {read.isError ? (
        <ErrorState error={read.error} onRetry={() => read.refetch()} />
      ) : read.data === undefined ? (
        <Skeleton h={240} />
      ) : (
        <UsageTable summary={read.data} label={t('table.title')} />
      )}
    </Panel>
  )
}

interface DownloadProps {
  readonly isComing: boolean
  readonly onDownload: (separator: Separator) => void
}

function Download({ isComing, onDownload }: DownloadProps) {
  const { t } = useTranslation('usage')
  const { t: tFrame } = useTranslation('frame')
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={isComing}
        >
          {t('download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={tFrame('csv.label')}>
        <Menu.Label>{tFrame('csv.label')}</Menu.Label>
        <CsvItems onChoose={onDownload} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The grouping is kept in the address. */
function useWay(): readonly [UsageWay, (chosen: string) => void] {
  const [parameters, setParameters] = useSearchParams()
  const way = usageWays.find((one) => one === parameters.get('by')) ?? 'time'
  const choose = (chosen: string) => {
    const changed = addressParameters()
    if (chosen === 'time') changed.delete('by')
    else changed.set('by', chosen)
    setParameters(changed, { replace: true })
  }
  return [way, choose]
}
