// Claimed against read values at a glance, above the tabs: verdict, and differing letters marked. Visible on every tab.

import { useTranslation } from 'react-i18next'
import { checkIcons } from './check-icons.ts'
import classes from './claim-strip.module.css'
import { ComparedValue, type StripField, ZoneValue } from './compared-value.tsx'
import type { VerificationTabProps } from './verification-tab-props.ts'

const fields: readonly StripField[] = ['name', 'date_of_birth', 'id_number']

const zoneChecks = {
  name: 'mrz_name',
  date_of_birth: 'mrz_date_of_birth',
  id_number: 'mrz_number',
} as const satisfies Readonly<Record<StripField, string>>

type CheckResult = keyof typeof checkIcons

/** Where nothing was compared, as while pending, the shown values without verdicts; nothing while they are masked. */
export function ClaimStrip({ opened, person: { details } }: VerificationTabProps) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const resultOf = (field: StripField) => opened.checks.find(({ check }) => check === field)?.result
  const compared = fields.filter((field) => resultOf(field) !== undefined)
  if (compared.length === 0 && details === undefined) return null
  return (
    <section className={classes.strip} aria-label={t('detail.strip')} data-strip>
      {(compared.length === 0 ? fields : compared).map((field) => (
        <div key={field} className={classes.field}>
          <Verdict result={resultOf(field)} title={tLabels(`check.${field}`)} />
          <dl className={classes.values}>
            <dt>{t('detail.checks.claimed')}</dt>
            <dd>
              <ComparedValue field={field} side="claimed" details={details} />
            </dd>
            <dt>{t('detail.checks.read')}</dt>
            <dd>
              <ComparedValue field={field} side="read" details={details} />
            </dd>
          </dl>
          <ZoneVerdict opened={opened} field={field} details={details} />
        </div>
      ))}
    </section>
  )
}

interface ZoneVerdictProps {
  readonly opened: VerificationTabProps['opened']
  readonly field: StripField
  /** undefined while they are masked. */
  readonly details: VerificationTabProps['person']['details']
}

/**
 * What the document's zone says, where it differs from claim or provider: they may agree with each other and be wrong.
 */
function ZoneVerdict({ opened, field, details }: ZoneVerdictProps) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const result = opened.checks.find(({ check }) => check === zoneChecks[field])?.result
  if (result !== 'failed' && result !== 'unclear') return null
  return (
    <>
      <Verdict result={result} title={tLabels(`check.${zoneChecks[field]}`)} />
      <dl className={classes.values}>
        <dt>{t('detail.zone.zone')}</dt>
        <dd>
          <ZoneValue field={field} details={details} />
        </dd>
      </dl>
    </>
  )
}

interface VerdictProps {
  /** undefined where nothing was compared. */
  readonly result: CheckResult | undefined
  readonly title: string
}

function Verdict({ result, title }: VerdictProps) {
  const { t } = useTranslation('labels')
  const Shape = result && checkIcons[result]
  return (
    <div className={classes.head} data-result={result}>
      {Shape && <Shape size={16} stroke={2} aria-hidden className={classes.verdict} />}
      <span className={classes.title}>{title}</span>
      {result && <span className={classes.result}>{t(`result.${result}`)}</span>}
    </div>
  )
}
