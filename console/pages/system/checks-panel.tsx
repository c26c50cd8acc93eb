// The checks of `svc doctor`, worst first: quick ones at each visit, slow ones on request, with progress.

import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type {
  DoctorProgressJson,
  SystemJson,
} from '../../../server/console-api/system/system-json.ts'
import { isFinding } from '../../../server/doctor/roll-up.ts'
import { useChange, useRead } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { Panel } from '../../frame/parts/panel.tsx'
import { WorkProgress } from '../../frame/parts/work-progress.tsx'
import { CheckGroupSection } from './check-group.tsx'
import classes from './system.module.css'
import { useCheckTexts } from './use-check-texts.ts'

type Checks = SystemJson['checks']

const askEveryMs = 500

export function ChecksPanel({ checks }: { readonly checks: Checks }) {
  const { t } = useTranslation('system')
  const run = useChange<void>(
    () => ({ path: '/system/checks', method: 'POST', deadlineMs: Number.POSITIVE_INFINITY }),
    { touches: ['/system'], mayBeLeft: true },
  )
  const all = checks.groups.flatMap((group) => group.checks)
  const wanting = all.filter(isFinding).length
  const hasBackups = !all.some(({ name, state }) => name === 'backup_age' && state === 'not_set_up')
  const onRun = () => run.mutate(undefined, { onSuccess: () => notifyDone(t('checks.done')) })
  return (
    <Panel
      title={t('checks.title')}
      text={
        wanting > 0
          ? t('checks.wanting', { count: wanting })
          : t(hasBackups ? 'checks.allWell' : 'checks.noBackups')
      }
      actions={
        <Button size="xs" variant="default" onClick={onRun} loading={run.isPending}>
          {t('checks.action')}
        </Button>
      }
    >
      <div aria-live="polite" className={classes.run}>
        {run.isPending ? <Running /> : <SlowChecks at={checks.slow_checked_at} />}
      </div>
      {run.error && <ErrorState error={run.error} />}
      <ul className={classes.rows}>
        {checks.groups.map((group) => (
          <CheckGroupSection key={group.group} group={group} />
        ))}
      </ul>
    </Panel>
  )
}

function SlowChecks({ at }: { readonly at: string | null }) {
  const { t } = useTranslation('system')
  return (
    <Text size="sm" c="dimmed">
      {at === null ? (
        t('checks.slowNever')
      ) : (
        <>
          {t('checks.slowAt')} <Instant at={at} />
        </>
      )}
    </Text>
  )
}

function Running() {
  const { t } = useTranslation('system')
  const texts = useCheckTexts()
  const { data } = useRead<DoctorProgressJson>('/system/checks', { everyMs: askEveryMs })
  const { done = 0, total = 0, name = null } = data ?? {}
  return (
    <WorkProgress
      label={t('checks.running')}
      done={done}
      total={total}
      text={
        name === null
          ? t('checks.running')
          : t('checks.progress', { done, total, name: texts.checks[name].name })
      }
    />
  )
}
