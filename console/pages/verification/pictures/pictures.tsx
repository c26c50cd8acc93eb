// The pictures of a verification on a dark stage, or why there are none.

import { Text } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CaseJson } from '../../../../server/console-api/case-json.ts'
import { PictureStage } from './picture-stage-view.tsx'
import classes from './pictures.module.css'

export function Pictures({ opened }: { readonly opened: CaseJson }) {
  const { t } = useTranslation('cases')
  const isShown = opened.pictures.length > 0 && !opened.erased
  return (
    <section className={classes.column} aria-label={t('detail.pictures.title')}>
      {isShown ? <PictureStage opened={opened} /> : <NoPictures opened={opened} />}
      {isShown && (
        <Text size="xs" c="dimmed">
          {t('detail.pictures.traced')}
        </Text>
      )}
    </section>
  )
}

function NoPictures({ opened }: { readonly opened: CaseJson }) {
  const { t } = useTranslation('cases')
  return (
    <div className={classes.none}>
      <IconPhotoOff size={28} stroke={1.5} aria-hidden />
      <Text maw={420}>{t(`detail.pictures.none.${whyNone(opened)}`)}</Text>
    </div>
  )
}

function whyNone({ erased, environment }: CaseJson): 'erased' | 'sandbox' | 'removed' {
  if (erased) return 'erased'
  return environment === 'sandbox' ? 'sandbox' : 'removed'
}
