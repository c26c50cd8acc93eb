// Button that opens the command palette, which is loaded when it is first wanted. Ctrl+K or Cmd+K opens it too.

import { ActionIcon } from '@mantine/core'
import { IconCommand } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPageWords } from '../../words/language.ts'
import { useShortcut } from '../keys/shortcuts.tsx'
import { useOnDemand } from '../use-on-demand.ts'

export function PaletteButton() {
  const { t } = useTranslation('frame')
  const [openings, setOpenings] = useState(0)
  const [Palette, load] = useOnDemand(loadPalette)
  const open = () => {
    if (Palette === undefined) void load()
    setOpenings((count) => count + 1)
  }
  useShortcut('Ctrl+k', t('pages.palette'), open, 'general')
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('pages.palette')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={`${t('pages.palette')} (Ctrl+K)`}
        onClick={open}
      >
        <IconCommand size={18} />
      </ActionIcon>
      {Palette && <Palette openings={openings} />}
    </>
  )
}

/** With the corner in which a failed sign-out is shown, because a failure may be that nothing can be loaded. */
async function loadPalette() {
  const [{ Palette }] = await Promise.all([
    import('./palette.tsx'),
    import('../parts/notification-corner.tsx'),
    loadPageWords(['palette']),
  ])
  return Palette
}
