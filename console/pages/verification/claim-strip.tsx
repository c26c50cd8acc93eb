// Claimed against read values at a glance, above the tabs: verdict, and differing letters marked. Visible on every tab.

import {
  type Icon,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconHelpCircle,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import classes from './claim-strip.module.css'
import { ComparedValue, type StripField } from './compared-value.tsx'
import type { VerificationTabProps } from './verification-tab-props.ts'

const fields: readonly StripField[] = ['name', 'date_of_birth', 'id_number']

const icons: Readonly<Record<'passed' | 'failed' | 'unclear' | 'not_done', Icon>> = {
  passed: IconCircleCheck,
  failed: IconCircleX,
  unclear: IconHelpCircle,
  not_done: IconCircleMinus,
}

/** Nothing where nothing was compared, as in the sandbox. */
export function ClaimStrip({ opened, person: { details } }: VerificationTabProps) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const checks = fields.flatMap((field) => {
    const found = opened.checks.find(({ check }) => check === field)
    return found === undefined ? [] : [{ field, result: found.result }]
  })
  if (checks.length === 0) return null
  return (
    <section className={classes.strip} aria-label={t('detail.strip')} data-strip>
      {checks.map(({ field, result }) => {
        const Shape = icons[result]
        return (
          <div key={field} className={classes.field} data-result={result}>
            <div className={classes.head}>
              <Shape size={16} stroke={2} aria-hidden className={classes.verdict} />
              <span className={classes.title}>{tLabels(`check.${field}`)}</span>
              <span className={classes.result}>{tLabels(`result.${result}`)}</span>
            </div>
            <dl className={classes.values}>
              <dt>{t('detail.checks.claimed')}</dt>
              <dd>
                <ComparedValue field={field} side="claimed" details={details} />
              </dd>
              <dt>{t('detail.checks.read')}</dt>
              <dd>
                <ComparedValue field={field} side="read" details={details} />
              </dd>
              <ZoneValue field={field} details={details} />
            </dl>
          </div>
        )
      })}
    </section>
  )
}

/** What the document's zone says, where it differs from claim or provider: the letters are marked below. */
function ZoneValue({ field, details }: { readonly field: StripField } & DetailsProps) {
  const { t } = useTranslation('verifications')
  const show = useShow()
  const found = details?.zone?.fields.find((one) => one.field === field)
  const differs = found?.result === 'failed' || found?.result === 'unclear'
  if (!differs || found.zone === null) return null
  const isDate = field === 'date_of_birth' && found.zone.length === 'YYYY-MM-DD'.length
  return (
    <>
      <dt>{t('detail.zone.zone')}</dt>
      <dd className={field === 'id_number' ? 'svc-mono' : undefined}>
        {isDate ? show.plainDate(found.zone) : found.zone}
      </dd>
    </>
  )
}

interface DetailsProps {
  readonly details: VerificationTabProps['person']['details']
}
