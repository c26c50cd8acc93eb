// Score tab: gauge, confidence and features, or why there is no score.

import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { VerificationScreenJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { dayMs } from '../../../server/kernel/durations.ts'
import { BreakingName } from '../../frame/parts/breaking-name.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import { useShow } from '../../words/show.ts'
import classes from './score.module.css'
import { ScoreGauge } from './score-gauge.tsx'
import type { VerificationTabProps } from './verification-tab-props.ts'

export function ScoreTab({ opened }: VerificationTabProps) {
  const { t } = useTranslation('verifications')
  const { score } = opened
  if (score === null) return <Text>{t(`detail.score.none.${whyNone(opened)}`)}</Text>
  return (
    <>
      <ScoreGauge score={score.score} band={score.band} />
      <Facts score={score} />
      <Features opened={opened} names={score.featuresUsed} />
    </>
  )
}

function whyNone({ scoring, status }: VerificationScreenJson) {
  if (scoring === 'skipped' || scoring === 'not_requested') return scoring
  return status === 'pending' ? 'pending' : 'error'
}

function Facts({ score }: { readonly score: NonNullable<VerificationScreenJson['score']> }) {
  const { t } = useTranslation('verifications')
  const show = useShow()
  return (
    <dl className={classes.facts}>
      <dt>{t('detail.score.confidence')}</dt>
      <dd className="svc-number">{show.percent(score.confidence)}</dd>
      <dt>{t('detail.score.model')}</dt>
      <dd className="svc-mono">{score.modelVersion}</dd>
      <dt>{t('detail.score.computed')}</dt>
      <dd>
        <Instant at={score.computedAt} isExact />
      </dd>
      <dt>{t('detail.score.flags')}</dt>
      <dd className={classes.flags}>
        {score.flags.length === 0
          ? t('detail.score.noFlags')
          : score.flags.map((flag) => <StatusBadge key={flag} tone="error" label={flag} />)}
      </dd>
    </dl>
  )
}

interface FeaturesProps {
  readonly opened: VerificationScreenJson
  readonly names: readonly string[]
}

function Features({ opened: { environment, features }, names }: FeaturesProps) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const showValue = useFeatureValue()
  return (
    <section className={classes.features}>
      <Title order={2} size="h3">
        {t('detail.score.features')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t(aboutValues(environment, features))}
      </Text>
      <dl className={classes.facts}>
        {names.map((name) => (
          <div key={name} className={classes.feature}>
            <dt>
              {tLabels(`feature.${name as 'age_band'}`, name)}
              <span className={`svc-mono ${classes.code}`}>
                <BreakingName name={name} />
              </span>
            </dt>
            {features !== null && (
              <dd className="svc-number">
                <bdi dir={name === 'age_band' ? 'ltr' : undefined}>
                  {showValue(name, features[name])}
                </bdi>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}

function aboutValues(environment: string, features: VerificationScreenJson['features']) {
  if (environment === 'sandbox') return 'detail.score.synthetic'
  return features === null ? 'detail.score.withoutValues' : 'detail.score.withValues'
}

function useFeatureValue() {
  const { t, i18n } = useTranslation('verifications')
  const show = useShow()
  return (name: string, value: string | number | undefined): string => {
    if (value === undefined) return '–'
    if (name === 'verification_timestamp') return show.utc(String(value))
    if (name === 'country_risk_band') return t(`detail.risk.${value as 'low'}`)
    if (name === 'day_of_week') return weekday(Number(value), i18n.language)
    if (name === 'hour_of_day') return `${String(value).padStart(2, '0')}:00`
    if (name === 'age_band') return String(value).replace('-', '–')
    return typeof value === 'number' ? show.number(value) : value
  }
}

/** @param day 1 is Monday */
function weekday(day: number, language: string): string {
  const aMonday = Date.UTC(2024, 0, 1)
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  return format.format(aMonday + (day - 1) * dayMs)
}
