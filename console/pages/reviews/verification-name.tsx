// A verification in a list of reviews: the client's reference, else the id, above document and country.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OwnDecisionJson } from '../../../server/reviews/own-work-json.ts'
import { shortId } from '../../frame/parts/short-id.ts'
import { useCountryName } from '../verifications/verification-words.ts'
import classes from './queue.module.css'

type VerificationNameProps = Pick<OwnDecisionJson, 'verification_id' | 'verification'>

export function VerificationName({ verification_id: id, verification }: VerificationNameProps) {
  const { t: tLabels } = useTranslation('labels')
  const countryName = useCountryName()
  const { external_ref: reference, country, id_type: type } = verification
  return (
    <span className={classes.name}>
      {reference === null ? (
        <span className="svc-mono">{shortId(id)}</span>
      ) : (
        <span className={classes.reference} title={reference}>
          {reference}
        </span>
      )}
      <Text component="span" size="xs" c="dimmed" fw={400} display="block">
        {[tLabels(`document.${type}`), countryName(country)].join(' · ')}
      </Text>
    </span>
  )
}
