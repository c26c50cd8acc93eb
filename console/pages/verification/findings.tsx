// Issues of the photos and of the document's zone found before the provider was called, with measured value and limit.

import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FindingJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { useShow } from '../../words/show.ts'
import classes from './checks.module.css'

export function Findings({ findings }: { readonly findings: readonly FindingJson[] }) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const show = useShow()
  if (findings.length === 0) return null
  return (
    <section className={classes.section}>
      <Title order={2} size="h3">
        {t('detail.findings')}
      </Title>
      <ul className={classes.facts}>
        {findings.map(({ role, code, figure, limit, unit }) => (
          <li key={`${role} ${code}`}>
            <Text size="sm">
              {t('detail.findingOf', {
                image: tLabels(`imageRole.${role as 'front'}`),
                fault: tLabels(`imageFinding.${code as 'image_dark'}`),
              })}
            </Text>
            {figure !== undefined && limit !== undefined && (
              <Text size="xs" c="dimmed" className="svc-number">
                {t('detail.findingFigure', {
                  figure: show.number(figure),
                  limit: show.number(limit),
                  unit: tLabels(`unit.${unit as 'pixels'}`),
                })}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
