// System: checks, nodes, jobs, external services, backups, disk, scheduled tasks, settings.

import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { useRead } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { BackupsPanel } from './backups-panel.tsx'
import { ChecksPanel } from './checks-panel.tsx'
import { JobsPanel } from './jobs-panel.tsx'
import { MachinePanel } from './machine-panel.tsx'
import { NodesPanel } from './nodes-panel.tsx'
import { SchedulePanel } from './schedule-panel.tsx'
import { ServicesPanel } from './services-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import classes from './system.module.css'

export function SystemPage() {
  const { t } = useTranslation('system')
  const { t: tFrame } = useTranslation('frame')
  const read = useRead<SystemJson>('/system', { everyMs: 30_000 })
  return (
    <>
      <PageHeader title={tFrame('pages.system')} text={t('text')} />
      <Stack gap="lg">
        {read.isError && <ErrorState error={read.error} onRetry={() => read.refetch()} />}
        {read.isPending && <Reading label={t('loading')} />}
        {read.data && <Panels system={read.data} />}
      </Stack>
    </>
  )
}

function Panels({ system }: { readonly system: SystemJson }) {
  return (
    <>
      <div className={classes.pair}>
        <ChecksPanel checks={system.checks} />
        <Stack gap="lg">
          <MachinePanel system={system} />
          <ServicesPanel system={system} />
          <BackupsPanel {...system} />
        </Stack>
      </div>
      <NodesPanel nodes={system.nodes} />
      <JobsPanel jobs={system.jobs} />
      <SchedulePanel schedule={system.schedule} />
      <SettingsPanel settings={system.settings} />
    </>
  )
}

function Reading({ label }: { readonly label: string }) {
  return (
    <section aria-busy="true" aria-label={label}>
      <div className={classes.pair}>
        <Skeleton h={420} radius={10} />
        <Skeleton h={420} radius={10} />
      </div>
      <Skeleton h={200} radius={10} mt="lg" />
    </section>
  )
}
