// The pages and commands of the palette that this user may use here.

import { useMantineColorScheme } from '@mantine/core'
import { type Icon, IconBook2, IconUserCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMay } from '../../api/session.ts'
import type { PageName } from '../../pages/page.ts'
import { pages } from '../../pages/pages.tsx'
import { changeLanguage } from '../../words/language.ts'
import { languages } from '../../words/languages.ts'
import { environmentsInOrder, useEnvironment } from '../environment.tsx'
import { useShortcutSheet, useShortcutsHere } from '../keys/shortcuts.tsx'
import { useSignOut } from '../use-sign-out.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** Moving and leaving make no sense from the palette. */
const keysElsewhere = ['/', 'j', 'k', 'Escape', 'Ctrl+k']

export function useEntries(): readonly PaletteEntry[] {
  return [...useEntriesHere(), ...usePageEntries(), ...useCommands()]
}

/** The shortcuts of the page below. */
function useEntriesHere(): readonly PaletteEntry[] {
  return useShortcutsHere()
    .filter(({ key }) => !keysElsewhere.includes(key) && !key.startsWith('Arrow'))
    .map(({ key, label, act }) => ({ id: `here-${key}`, group: 'here', label, keyName: key, act }))
}

/** Pages that are opened from the menu of the account, not from the navigation. */
const iconsOfOthers: Partial<Record<PageName, Icon>> = {
  account: IconUserCircle,
  handbook: IconBook2,
}

function usePageEntries(): readonly PaletteEntry[] {
  const { t } = useTranslation('frame')
  const navigate = useNavigate()
  const may = useMay()
  return pages
    .filter(({ navigation, name }) => navigation !== undefined || name in iconsOfOthers)
    .filter(({ permission }) => permission === undefined || may(permission))
    .map(({ path, name, navigation }) => ({
      id: path,
      group: 'pages',
      label: t(`pages.${name}`),
      icon: navigation?.icon ?? iconsOfOthers[name],
      act: () => void navigate(path),
    }))
}

function useCommands(): readonly PaletteEntry[] {
  const { t, i18n } = useTranslation('palette')
  const { environment, choose } = useEnvironment()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const openSheet = useShortcutSheet()
  const signOut = useSignOut()
  const themes = (['light', 'dark', 'auto'] as const).filter((scheme) => scheme !== colorScheme)
  const otherLanguages = languages.filter((one) => one !== i18n.language)
  const others = environmentsInOrder.filter((one) => one !== environment)
  const commands: readonly Pick<PaletteEntry, 'id' | 'label' | 'act' | 'keyName'>[] = [
    ...others.map((id) => ({ id, label: t(`commands.${id}`), act: () => choose(id) })),
    ...themes.map((id) => ({ id, label: t(`commands.${id}`), act: () => setColorScheme(id) })),
    ...otherLanguages.map((id) => ({
      id,
      label: t(`commands.${id}`),
      act: () => void changeLanguage(id),
    })),
    { id: 'keys', label: t('commands.keys'), keyName: '?', act: openSheet },
    { id: 'sign-out', label: t('commands.signOut'), act: () => void signOut() },
  ]
  return commands.map((command) => ({ ...command, group: 'commands' }))
}
