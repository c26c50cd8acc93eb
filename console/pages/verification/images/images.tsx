// The images of a verification on a dark stage, or why there are none.

import { Text } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { VerificationScreenJson } from '../../../../server/console-api/verifications/verification-detail-json.ts'
import type { VerificationTabProps } from '../verification-tab-props.ts'
import { ImageStage } from './image-stage-view.tsx'
import classes from './images.module.css'

export function Images({ opened, person }: VerificationTabProps) {
  const { t } = useTranslation('verifications')
  const isShown = opened.images.length > 0 && !opened.erased
  return (
    <section className={classes.column} aria-label={t('detail.pictures.title')}>
      {isShown ? <ImageStage opened={opened} person={person} /> : <NoImages opened={opened} />}
      {isShown && (
        <Text size="xs" c="dimmed">
          {t('detail.pictures.traced')}
        </Text>
      )}
    </section>
  )
}

function NoImages({ opened }: { readonly opened: VerificationScreenJson }) {
  const { t } = useTranslation('verifications')
  return (
    <div className={classes.none}>
      <IconPhotoOff size={28} stroke={1.5} aria-hidden />
      <Text maw={420}>{t(`detail.pictures.none.${whyNone(opened)}`)}</Text>
    </div>
  )
}

function whyNone({
  erased,
  environment,
}: VerificationScreenJson): 'erased' | 'sandbox' | 'removed' {
  if (erased) return 'erased'
  return environment === 'sandbox' ? 'sandbox' : 'removed'
}
