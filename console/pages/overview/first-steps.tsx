// First steps while there are no verifications, depending on the role.

import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { useMay } from '../../api/session.ts'
import { useEnvironment } from '../../frame/environment.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import classes from './first-steps.module.css'

type Environment = OverviewJson['environment']

export function FirstSteps({ environment }: { readonly environment: Environment }) {
  const { t } = useTranslation('overview')
  const may = useMay()
  const mayBegin = may('keys.manage') && may('developer.read')
  return (
    <Panel
      title={t(`first.title.${environment}`)}
      text={mayBegin ? t(`first.text.${environment}`) : t('first.others')}
    >
      {mayBegin && <Steps />}
    </Panel>
  )
}

function Steps() {
  const { t } = useTranslation('overview')
  const { choose } = useEnvironment()
  const toSandbox = () => choose('sandbox')
  return (
    <ol className={classes.steps}>
      <Step title={t('first.key.action')} text={t('first.key.text')}>
        <Button component={Link} to="/keys" size="xs" onClick={toSandbox}>
          {t('first.key.action')}
        </Button>
      </Step>
      <Step title={t('first.sandbox.action')} text={t('first.sandbox.text')}>
        <Button component={Link} to="/developer" size="xs" variant="default" onClick={toSandbox}>
          {t('first.sandbox.action')}
        </Button>
      </Step>
      <Step title={t('first.live.title')} text={t('first.live.text')}>
        <Button
          component={Link}
          to="/keys"
          size="xs"
          variant="default"
          onClick={() => choose('live')}
        >
          {t('first.live.action')}
        </Button>
      </Step>
    </ol>
  )
}

interface StepProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function Step({ title, text, children }: StepProps) {
  return (
    <li className={classes.step}>
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.text}>{text}</p>
      {children}
    </li>
  )
}
