// What was read in the document's machine-readable zone: the zone cut out of the photo, its lines, and each value
// beside the claim and the provider's reading, differing letters marked.

import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PersonalDetailsJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import type { ZoneDetailsJson } from '../../../server/console-api/verifications/zone-details-json.ts'
import { useShow } from '../../words/show.ts'
import classes from './document-zone.module.css'
import { useFile } from './images/use-image.ts'
import { MarkedText } from './marked-text.tsx'
import type { VerificationTabProps } from './verification-tab-props.ts'
import { useZoneDifferences } from './zone-differences.ts'

interface DocumentZoneProps extends VerificationTabProps {
  readonly details: PersonalDetailsJson
}

/** Nothing where no zone was read. */
export function DocumentZone({ opened, person, details }: DocumentZoneProps) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const show = useShow()
  const { zone } = details
  if (zone === null) return null
  const { format, issuing_state: state, expiry_date: expires } = zone
  const facts = [format, state].filter((fact) => fact !== null).join(' · ')
  return (
    <section className={classes.zone} aria-label={t('detail.zone.title')}>
      <Title order={2} size="h3">
        {t('detail.zone.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t(`detail.zone.verdict.${zone.verdict}`, {
          image: tLabels(`imageRole.${zone.side}`),
        })}
        {facts !== '' && ` ${facts}.`}
        {expires !== null && ` ${t('detail.zone.expires', { date: show.plainDate(expires) })}`}
      </Text>
      <ZonePicture verificationId={opened.id} side={zone.side} reason={person.reason} />
      <pre className={classes.lines} dir="ltr">
        {zone.lines.join('\n')}
      </pre>
      <table className={classes.values}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('detail.zone.zone')}</th>
            <th scope="col">{t('detail.checks.claimed')}</th>
            <th scope="col">{t('detail.checks.read')}</th>
          </tr>
        </thead>
        <tbody>
          {zone.fields.map((field) => (
            <ZoneRow key={field.field} field={field} details={details} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface ZoneRowProps {
  readonly field: ZoneDetailsJson['fields'][number]
  readonly details: PersonalDetailsJson
}

function ZoneRow({ field, details }: ZoneRowProps) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const { zone, claimed, read } = useZoneDifferences(field, details)
  const look = field.field === 'id_number' ? 'svc-mono' : undefined
  return (
    <tr>
      <th scope="row">
        {tLabels(`check.${field.field}`)}
        <Text size="xs" c="dimmed">
          {tLabels(`result.${field.result}`)}
        </Text>
      </th>
      <td data-label={t('detail.zone.zone')} className={look}>
        <MarkedText stretches={zone} absent={t('detail.checks.notRead')} />
      </td>
      <td data-label={t('detail.checks.claimed')} className={look}>
        <MarkedText stretches={claimed} absent={t('detail.checks.notClaimed')} />
      </td>
      <td data-label={t('detail.checks.read')} className={look}>
        <MarkedText stretches={read} absent={t('detail.checks.notRead')} />
      </td>
    </tr>
  )
}

interface ZonePictureProps {
  readonly verificationId: string
  readonly side: 'front' | 'back'
  readonly reason: VerificationTabProps['person']['reason']
}

function ZonePicture({ verificationId, side, reason }: ZonePictureProps) {
  const { t } = useTranslation('verifications')
  const path = `/verifications/${verificationId}/pictures/${side}`
  const file = useFile(path, { size: 'zone', isWanted: true, tries: 0, reason })
  if (file.kind !== 'shown') return null
  return <img className={classes.picture} src={file.address} alt={t('detail.zone.picture')} />
}
