// Result of the virus scan of the images; nothing where no scanner is set up.

import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImageJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import classes from './checks.module.css'

export function VirusScan({ images }: { readonly images: readonly ImageJson[] }) {
  const { t } = useTranslation('verifications')
  const verdicts = new Set(images.map(({ virus_scan }) => virus_scan.verdict))
  const isDown = verdicts.has('scanner_down')
  if (!isDown && !verdicts.has('clean')) return null
  return (
    <section className={classes.section}>
      <Title order={2} size="h3">
        {t('detail.virusScan.title')}
      </Title>
      <Text size="sm">{t(`detail.virusScan.${isDown ? 'scanner_down' : 'clean'}`)}</Text>
    </section>
  )
}
