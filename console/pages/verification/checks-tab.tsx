// Checks tab: verdict and reason of each check, claimed beside read values, photo quality issues
// and the provider's response.

import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { VerificationScreenJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import rows from '../../frame/parts/rows.module.css'
import { checkIcons } from './check-icons.ts'
import classes from './checks.module.css'
import { DocumentZone } from './document-zone.tsx'
import { FaceAdviceLine } from './face-advice-line.tsx'
import { Findings } from './findings.tsx'
import { OtherPersonalDetails } from './other-personal-details.tsx'
import { ProviderAnswerSection, RawAnswer } from './provider-answer.tsx'
import { Reasons } from './reasons.tsx'
import { SeenBefore } from './seen-before.tsx'
import type { VerificationTabProps } from './verification-tab-props.ts'
import { VirusScan } from './virus-scan.tsx'

type CheckJson = VerificationScreenJson['checks'][number]

export function ChecksTab({ opened, person }: VerificationTabProps) {
  const { t } = useTranslation('verifications')
  return (
    <>
      <Reasons reasons={opened.reasons ?? []} />
      {opened.checks.length === 0 ? (
        <Text c="dimmed">{t(`detail.checks.none.${whyNone(opened)}`)}</Text>
      ) : (
        <ul className={rows.rows}>
          {opened.checks.map((check) => (
            <Line key={check.check} check={check} />
          ))}
        </ul>
      )}
      {person.details && <OtherPersonalDetails details={person.details} />}
      {person.details && <DocumentZone opened={opened} person={person} details={person.details} />}
      {person.details?.faces && (
        <section className={classes.section}>
          <Title order={2} size="h3">
            {t('detail.faces.title')}
          </Title>
          <Text size="sm">
            <FaceAdviceLine advice={person.details.faces} />
          </Text>
        </section>
      )}
      <SeenBefore opened={opened} />
      <Findings findings={opened.findings} />
      <VirusScan images={opened.images} />
      {opened.provider ? (
        <ProviderAnswerSection
          provider={opened.provider}
          isErased={opened.erased}
          person={person}
        />
      ) : (
        <RawAnswer isErased={opened.erased} person={person} />
      )}
    </>
  )
}

function whyNone({ environment, erased }: VerificationScreenJson): 'erased' | 'sandbox' | 'live' {
  if (erased) return 'erased'
  return environment === 'sandbox' ? 'sandbox' : 'live'
}

interface LineProps {
  readonly check: CheckJson
}

function Line({ check: { check, result, reason } }: LineProps) {
  const { t: tLabels } = useTranslation('labels')
  const Shape = checkIcons[result]
  return (
    <li className={classes.check} data-result={result}>
      <Shape size={20} stroke={1.75} aria-hidden className={classes.verdict} />
      <div className={classes.what}>
        <div className={classes.head}>
          <span className={classes.title}>{tLabels(`check.${check}`)}</span>
          <span className={classes.result}>{tLabels(`result.${result}`)}</span>
        </div>
        {reason !== undefined && (
          <Text size="sm" c="dimmed">
            {tLabels(`comparison.${reason as 'same'}`)}
          </Text>
        )}
      </div>
    </li>
  )
}
