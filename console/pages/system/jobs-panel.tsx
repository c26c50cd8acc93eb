// Jobs: counts by state, then the jobs with their last event.

import { CloseButton, Flex, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { ListedJobJson, SystemJson } from '../../../server/console-api/system/system-json.ts'
import { useRead } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { IdText } from '../../frame/parts/id-text.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { useShow } from '../../words/show.ts'
import { JobRows } from './job-rows.tsx'
import classes from './system.module.css'
import { useInSight } from './use-in-sight.ts'

type Jobs = SystemJson['jobs']

export function JobsPanel({ jobs }: { readonly jobs: Jobs }) {
  const { t } = useTranslation('system')
  const isIdle = jobs.waiting + jobs.running + jobs.failed === 0
  return (
    <Panel title={t('jobs.title')} text={t('jobs.text')}>
      <OpenedJob />
      <Counts jobs={jobs} />
      {isIdle && <Text c="dimmed">{t('jobs.none')}</Text>}
      <Group title={t('jobs.failedTitle')} text={t('jobs.failedText')} jobs={jobs.failed_jobs} />
      <Group title={t('jobs.runningTitle')} jobs={jobs.running_jobs} />
      <Group title={t('jobs.waitingTitle')} jobs={jobs.waiting_jobs} />
    </Panel>
  )
}

/** The job whose id is in the address, as a search or a link opened it, whatever its state. */
function OpenedJob() {
  const { t } = useTranslation('system')
  const [parameters, setParameters] = useSearchParams()
  const id = parameters.get('id')
  const read = useRead<ListedJobJson>(`/system/jobs/${encodeURIComponent(id ?? '')}`, {
    enabled: id !== null,
  })
  const place = useInSight<HTMLElement>(id)
  if (id === null) return null
  const close = () => setParameters({}, { replace: true, preventScrollReset: true })
  return (
    <section ref={place} aria-label={t('jobs.opened')} className={classes.opened}>
      <Flex gap="xs" align="center">
        <Title order={3}>{t('jobs.opened')}</Title>
        {read.data && <Text size="sm">{t(`jobs.state.${read.data.state}`)}</Text>}
        <IdText id={id} isShort />
        <CloseButton ms="auto" aria-label={t('jobs.closeOpened')} onClick={close} />
      </Flex>
      {read.isError && <ErrorState error={read.error} onRetry={() => read.refetch()} />}
      {read.data && <JobRows jobs={[read.data]} label={t('jobs.opened')} />}
    </section>
  )
}

function Counts({ jobs }: { readonly jobs: Jobs }) {
  const { t } = useTranslation('system')
  const show = useShow()
  const counts = ['waiting', 'running', 'due', 'failed'] as const
  return (
    <dl className={classes.counts}>
      {counts.map((name) => (
        <div key={name}>
          <dt>{t(`jobs.count.${name}`)}</dt>
          <dd>{show.number(jobs[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

interface GroupProps {
  readonly title: string
  readonly text?: string
  readonly jobs: Jobs['waiting_jobs']
}

function Group({ title, text, jobs }: GroupProps) {
  if (jobs.length === 0) return null
  return (
    <section aria-label={title}>
      <Title order={3} className={classes.group ?? ''}>
        {title}
      </Title>
      {text !== undefined && (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
      <JobRows jobs={jobs} label={title} />
    </section>
  )
}
