// Scheduled tasks and their last runs.

import { Table } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { BreakingName } from '../../frame/parts/breaking-name.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import type { StatusTone } from '../../frame/status-colours.ts'
import classes from './system.module.css'
import { readTaskTime } from './task-time.ts'
import { useCodeWord } from './use-code-word.ts'

type ScheduledTask = SystemJson['schedule'][number]
type Outcome = NonNullable<ScheduledTask['last_run']>['outcome']

const tones: Readonly<Record<Outcome, StatusTone>> = {
  running: 'pending',
  done: 'approved',
  failed: 'error',
}

/** Narrower windows show the time below the name, in pixels. */
const wideFrom = 900

export function SchedulePanel({ schedule }: Pick<SystemJson, 'schedule'>) {
  const { t } = useTranslation('system')
  const wordOf = useCodeWord()
  const isWide = useViewportSize().width >= wideFrom
  return (
    <Panel title={t('schedule.title')} text={t('schedule.text')}>
      <Table fz={13} verticalSpacing={6} horizontalSpacing={8} aria-label={t('schedule.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('schedule.name')}</Table.Th>
            {isWide && <Table.Th>{t('schedule.when')}</Table.Th>}
            <Table.Th>{t('schedule.last')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {schedule.map((task) => (
            <Table.Tr key={task.name}>
              <Table.Td>
                {wordOf(`task.${task.name}`) ?? task.name}
                <span className={classes.below}>
                  <span className="svc-mono">
                    <BreakingName name={task.name} />
                  </span>
                </span>
                {!isWide && (
                  <span className={classes.below}>
                    <When line={task.when} />
                  </span>
                )}
              </Table.Td>
              {isWide && (
                <Table.Td>
                  <When line={task.when} />
                </Table.Td>
              )}
              <Table.Td>
                <LastRun task={task} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  )
}

/** Schedule as text; the cron expression itself in any other form. */
function When({ line }: { readonly line: string }) {
  const { t } = useTranslation('system')
  const time = readTaskTime(line)
  if (time === undefined) return <span className="svc-mono">{line}</span>
  return <span title={line}>{t(`schedule.every.${time.every}`, { ...time })}</span>
}

function LastRun({ task: { last_run: run } }: { readonly task: ScheduledTask }) {
  const { t } = useTranslation('system')
  if (run === null) return t('schedule.notYet')
  return (
    <>
      <StatusBadge tone={tones[run.outcome]} label={t(`schedule.outcome.${run.outcome}`)} />{' '}
      <span className={classes.moment}>
        <Instant at={run.started_at} />
      </span>
    </>
  )
}
