// List of keyboard shortcuts, opened with `?`.

import { Group, Kbd, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialogs/dialog.tsx'
import type { Shortcut } from './shortcut.ts'

export interface ShortcutSheetProps {
  /** undefined while it is closed. */
  readonly shortcuts: readonly Shortcut[] | undefined
  readonly onClose: () => void
}

/** Keys as printed on the keyboard. */
const signs: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
}

export function ShortcutSheet({ shortcuts, onClose }: ShortcutSheetProps) {
  const { t } = useTranslation('frame')
  const rows = [...(shortcuts ?? []), { key: '?', label: t('keys.sheet') }]
  return (
    <Dialog isOpen={shortcuts !== undefined} onClose={onClose} title={t('keys.title')}>
      <Stack gap="xs">
        {rows.map(({ key, label }) => (
          <Group key={key} justify="space-between">
            <Text>{label}</Text>
            <Kbd>{signs[key] ?? key}</Kbd>
          </Group>
        ))}
        <Text size="xs" c="dimmed" mt="xs">
          {t('keys.rest')}
        </Text>
      </Stack>
    </Dialog>
  )
}
