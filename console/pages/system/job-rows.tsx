// Jobs of one state: verification, runs, last event and, while waiting, a button to run it now.

import { Button, Table } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { ListedJobJson } from '../../../server/console-api/system/system-json.ts'
import { useMay } from '../../api/session.ts'
import { useChange } from '../../api/use-api.ts'
import { DisclosedInstant } from '../../frame/parts/disclosed-instant.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { IdLink } from '../../frame/parts/id-link.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { useShow } from '../../words/show.ts'
import classes from './system.module.css'
import { useCodeWord } from './use-code-word.ts'

interface JobRowsProps {
  readonly jobs: readonly ListedJobJson[]
  readonly label: string
}

/** Narrower windows hide columns that only help with troubleshooting, in pixels. */
const wideFrom = 900

export function JobRows({ jobs, label }: JobRowsProps) {
  const { t } = useTranslation('system')
  const mayRetry = useMay()('system.manage')
  const isWide = useViewportSize().width >= wideFrom
  const retry = useChange<ListedJobJson>(
    ({ id }) => ({ path: `/system/jobs/${id}/retry`, method: 'POST' }),
    { touches: ['/system', '/overview'] },
  )
  const onRetry = (job: ListedJobJson) =>
    retry.mutate(job, { onSuccess: () => notifyDone(t('jobs.retried')) })
  return (
    <>
      {retry.error && <ErrorState error={retry.error} />}
      <Table fz={13} verticalSpacing={6} horizontalSpacing={12} layout="fixed" aria-label={label}>
        <Head isWide={isWide} />
        <Table.Tbody>
          {jobs.map((job) => (
            <Table.Tr key={job.id}>
              <Cells job={job} isWide={isWide} />
              <Table.Td ta="end">
                {mayRetry && job.state === 'waiting' && (
                  <Button
                    size="compact-xs"
                    h={24}
                    variant="default"
                    loading={retry.isPending && retry.variables.id === job.id}
                    aria-label={t('jobs.retryNamed', { id: job.id })}
                    onClick={() => onRetry(job)}
                  >
                    {t('jobs.retry')}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

function Head({ isWide }: { readonly isWide: boolean }) {
  const { t } = useTranslation('system')
  const { t: tFrame } = useTranslation('frame')
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t('jobs.subject')}</Table.Th>
        {isWide && <Table.Th w="34%">{t('jobs.last')}</Table.Th>}
        {isWide && (
          <Table.Th ta="end" w="12%">
            {t('jobs.tries')}
          </Table.Th>
        )}
        {isWide && <Table.Th w="14%">{t('jobs.when')}</Table.Th>}
        <Table.Th w={150}>
          <span className="svc-unseen">{tFrame('list.actions')}</span>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
  )
}

function Cells({ job, isWide }: { readonly job: ListedJobJson; readonly isWide: boolean }) {
  const { t } = useTranslation('system')
  const show = useShow()
  const { kind, subject_id: subject, reason, attempts, runs } = job
  const wordOf = useCodeWord()
  const last =
    reason === null ? (
      t('jobs.nothingYet')
    ) : (
      <span title={reason}>{wordOf(`jobReason.${reason}`) ?? reason}</span>
    )
  return (
    <>
      <Table.Td>
        <IdLink id={subject} />
        {kind === 'verification.check_late' && (
          <span className={classes.below}>{t('jobs.late')}</span>
        )}
        {!isWide && <span className={classes.below}>{last}</span>}
      </Table.Td>
      {isWide && <Table.Td>{last}</Table.Td>}
      {isWide && (
        <Table.Td ta="end" className="svc-number">
          {t('jobs.triesOf', { runs: show.number(runs), failed: show.number(attempts) })}
        </Table.Td>
      )}
      {isWide && (
        <Table.Td>
          <When job={job} />
        </Table.Td>
      )}
    </>
  )
}

function When({ job }: { readonly job: ListedJobJson }) {
  const { t } = useTranslation('system')
  const { state, due_at: dueAt, finished_at: finishedAt, created_at: createdAt } = job
  if (state === 'waiting') {
    return (
      <>
        {t('jobs.next')} <DisclosedInstant at={dueAt} />
      </>
    )
  }
  return <Instant at={finishedAt ?? createdAt} />
}
