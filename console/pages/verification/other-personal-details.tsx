// Personal data beyond the comparison: expiry of the document and consent.

import { useTranslation } from 'react-i18next'
import type { PersonalDetailsJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { Instant } from '../../frame/parts/instant.tsx'
import { useShow } from '../../words/show.ts'
import classes from './checks.module.css'

export function OtherPersonalDetails({
  details: { claims, read },
}: {
  readonly details: PersonalDetailsJson
}) {
  const { t } = useTranslation('verifications')
  const show = useShow()
  const { consent_given_at: consentAt, consent_notice: notice } = claims
  return (
    <dl className={classes.rest}>
      <dt>{t('detail.person.expires')}</dt>
      <dd>
        {read.expires_on === null ? t('detail.checks.notRead') : show.plainDate(read.expires_on)}
      </dd>
      <dt>{t('detail.person.consent')}</dt>
      <dd>{consentAt === null ? t('detail.checks.notClaimed') : <Instant at={consentAt} />}</dd>
      {notice !== null && (
        <>
          <dt>{t('detail.person.notice')}</dt>
          <dd>{notice}</dd>
        </>
      )}
    </dl>
  )
}
