// Says above a list that it shows one item alone, and leads to all of them.

import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface OneRowNoticeProps {
  /** undefined while the whole list is shown. */
  readonly showAll: (() => void) | undefined
}

export function OneRowNotice({ showAll }: OneRowNoticeProps) {
  const { t } = useTranslation('frame')
  if (showAll === undefined) return null
  return (
    <Group gap="xs" mb="sm">
      <Text size="sm">{t('list.only')}</Text>
      <Button size="xs" variant="default" onClick={showAll}>
        {t('list.all')}
      </Button>
    </Group>
  )
}
