// Jobs: counts by state, then the jobs with their last event.

import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { Panel } from '../../frame/parts/panel.tsx'
import { useShow } from '../../words/show.ts'
import { JobRows } from './job-rows.tsx'
import classes from './system.module.css'

type Jobs = SystemJson['jobs']

export function JobsPanel({ jobs }: { readonly jobs: Jobs }) {
  const { t } = useTranslation('system')
  const isIdle = jobs.waiting + jobs.running + jobs.failed === 0
  return (
    <Panel title={t('jobs.title')} text={t('jobs.text')}>
      <Counts jobs={jobs} />
      {isIdle && <Text c="dimmed">{t('jobs.none')}</Text>}
      <Group title={t('jobs.failedTitle')} text={t('jobs.failedText')} jobs={jobs.failed_jobs} />
      <Group title={t('jobs.runningTitle')} jobs={jobs.running_jobs} />
      <Group title={t('jobs.waitingTitle')} jobs={jobs.waiting_jobs} />
    </Panel>
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
