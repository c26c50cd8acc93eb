// Button that opens the list of keyboard shortcuts. Its tooltip is loaded on the first hover.

import { ActionIcon } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcutSheet } from './keys/shortcuts.tsx'
import { useOnDemand } from './use-on-demand.ts'

export function ShortcutButton() {
  const { t } = useTranslation('frame')
  const openSheet = useShortcutSheet()
  const [button, setButton] = useState<HTMLElement | null>(null)
  const [isHovered, setHovered] = useState(false)
  const [Tooltip, load] = useOnDemand(loadTooltip)
  const enter = () => {
    setHovered(true)
    if (Tooltip === undefined) void load()
  }
  return (
    <>
      <ActionIcon
        ref={setButton}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('keys.title')}
        onClick={openSheet}
        onMouseEnter={enter}
        onMouseLeave={() => setHovered(false)}
      >
        <IconKeyboard size={18} />
      </ActionIcon>
      {Tooltip && button && (
        <Tooltip label={t('keys.title')} button={button} isHovered={isHovered} />
      )}
    </>
  )
}

async function loadTooltip() {
  return (await import('./tooltips.tsx')).ButtonTooltip
}
