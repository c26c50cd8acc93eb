// The ground in law and the dates of a verification's retention.

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RetentionJson } from '../../../../server/erasure/retention-json.ts'
import { legalTextIn } from '../../../../server/markets/legal-text.ts'
import { Instant } from '../../../frame/parts/instant.tsx'
import { languageOf } from '../../../words/languages.ts'
import { useShow } from '../../../words/show.ts'
import classes from './retention.module.css'

export function RetentionFactList({ retention }: { readonly retention: RetentionJson }) {
  const { t, i18n } = useTranslation('verifications')
  const show = useShow()
  const {
    law,
    from,
    starts_at: start,
    floor_ends_at: end,
    floor_years: years,
    due_at: due,
  } = retention
  const ground = legalTextIn(law, languageOf(i18n.language))
  return (
    <dl className={classes.facts}>
      <Fact name={t('retention.law')}>
        <bdi lang={ground.lang}>{ground.text}</bdi>
      </Fact>
      <Fact name={t('retention.from')}>
        {t(`retention.fromOf.${from}`)}
        {' · '}
        {start === null ? t('retention.notStarted') : <Instant at={start} />}
      </Fact>
      <Fact name={t('retention.floorEnds')}>
        {years === 0 && t('retention.none')}
        {years > 0 && (end === null ? t('retention.notStarted') : show.plainDate(dayOf(end)))}
      </Fact>
      <Fact name={t('retention.dueAt')}>
        {due === null ? t('retention.notDue') : <Instant at={due} />}
      </Fact>
    </dl>
  )
}

/** The UTC day, as in the reasons why it must be kept. */
function dayOf(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DD'.length)
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {children}
      </Text>
    </div>
  )
}
