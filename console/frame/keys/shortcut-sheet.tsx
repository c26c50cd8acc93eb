// List of keyboard shortcuts, opened with `?`.

import { Group, Kbd, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialogs/dialog.tsx'
import { type Shortcut, shortcutGroups } from './shortcut.ts'

interface ShortcutSheetProps {
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
  'Ctrl+k': 'Ctrl+K',
}

export function ShortcutSheet({ shortcuts, onClose }: ShortcutSheetProps) {
  const { t } = useTranslation('frame')
  const sheet = { key: '?', label: t('keys.sheet'), group: 'general' } as const
  const rows = [...(shortcuts ?? []), sheet]
  const groups = shortcutGroups.filter((one) => rows.some(({ group }) => group === one))
  return (
    <Dialog isOpen={shortcuts !== undefined} onClose={onClose} title={t('keys.title')}>
      <Stack gap="xs">
        {groups.map((one) => (
          <section key={one} aria-labelledby={`keys-${one}`}>
            <Text component="h3" id={`keys-${one}`} size="xs" fw={600} c="dimmed" mb={4}>
              {t(`keys.groups.${one}`)}
            </Text>
            <Stack gap={6}>
              {rows
                .filter(({ group }) => group === one)
                .map(({ key, label }) => (
                  <Group key={key} justify="space-between" wrap="nowrap">
                    <Text>{label}</Text>
                    <Kbd>{signs[key] ?? key}</Kbd>
                  </Group>
                ))}
            </Stack>
          </section>
        ))}
        <Text size="xs" c="dimmed" mt="xs">
          {t('keys.rest')}
        </Text>
      </Stack>
    </Dialog>
  )
}
