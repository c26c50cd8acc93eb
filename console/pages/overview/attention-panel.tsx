// List of items that need attention, worst first, each with one action. The server omits items that
// this role may not open.

import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AttentionJson } from '../../../server/console-api/overview/overview-json.ts'
import { useEnvironment } from '../../frame/environment.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import rows from '../../frame/parts/rows.module.css'
import { shortId } from '../../frame/parts/short-id.ts'
import { toneColour } from '../../frame/status-colours.ts'
import classes from './attention.module.css'
import { actionOf, addressOf, toneOf } from './attention-link.ts'
import page from './overview.module.css'

export function AttentionPanel({ lines }: { readonly lines: readonly AttentionJson[] }) {
  const { t } = useTranslation('overview')
  return (
    <div id="attention" className={page.place}>
      <Panel title={t('attention.title')}>
        {lines.length === 0 ? (
          <p className={page.sentence}>
            <IconCircleCheck size={18} color={toneColour('approved')} aria-hidden />
            {t('attention.none')}
          </p>
        ) : (
          <ul className={rows.rows}>
            {lines.map((line) => (
              <Line key={`${line.kind} ${line.target.id} ${line.environment}`} line={line} />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}

/** The linked page may show one environment: the item's own is selected. */
function Line({ line }: { readonly line: AttentionJson }) {
  const { t } = useTranslation('overview')
  const { choose } = useEnvironment()
  const { kind, count, environment, target } = line
  return (
    <li className={`${rows.row} ${classes.line}`}>
      <Mark kind={kind} />
      <div className={classes.said}>
        <div>{t(`attention.text.${kind}`, { count })}</div>
        <Facts line={line} />
      </div>
      <Button
        component={Link}
        to={addressOf(target)}
        size="xs"
        variant="default"
        className={classes.action ?? ''}
        onClick={() => environment !== null && choose(environment)}
      >
        {t(`attention.action.${actionOf(line)}`)}
      </Button>
    </li>
  )
}

const shapes = {
  declined: IconCircleX,
  review: IconEye,
  error: IconAlertTriangle,
} as const

function Mark({ kind }: { readonly kind: AttentionJson['kind'] }) {
  const tone = toneOf(kind)
  const Shape = tone === 'declined' || tone === 'review' ? shapes[tone] : shapes.error
  return (
    <span className={classes.mark} style={{ background: `var(--svc-${tone}-tint)` }}>
      <Shape size={16} color={toneColour(tone)} aria-hidden />
    </span>
  )
}

function Facts({ line: { since, environment, target } }: { readonly line: AttentionJson }) {
  const { t } = useTranslation('overview')
  const { t: tFrame } = useTranslation('frame')
  const facts: readonly (readonly [string, ReactNode])[] = [
    ...(environment === null
      ? []
      : [['environment', tFrame(`environment.${environment}`)] as const]),
    ...(since === null
      ? []
      : [
          [
            'since',
            <span key="since">
              {t('attention.since')} <Instant at={since} />
            </span>,
          ] as const,
        ]),
    ...(target.id === null
      ? []
      : [
          [
            'id',
            <span key="id" className="svc-mono svc-short" title={target.id}>
              {shortId(target.id)}
            </span>,
          ] as const,
        ]),
  ]
  if (facts.length === 0) return null
  return (
    <div className={classes.facts}>
      {facts.map(([name, fact], index) => (
        <span key={name}>
          {index > 0 && ' · '}
          {fact}
        </span>
      ))}
    </div>
  )
}
