// `j` and `k` move the focus between the links of rows; Enter then opens the link.

import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../keys/shortcuts.tsx'

export function useRowKeys(frame: RefObject<HTMLElement | null>): void {
  const { t } = useTranslation('frame')
  useShortcut('j', t('keys.next'), () => move(frame.current, 1), 'list')
  useShortcut('k', t('keys.previous'), () => move(frame.current, -1), 'list')
}

function move(frame: HTMLElement | null, step: 1 | -1): void {
  const links = [...(frame?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const { activeElement } = document
  const row = activeElement instanceof HTMLElement ? links.indexOf(activeElement) : -1
  const next = row === -1 ? (step === 1 ? 0 : links.length - 1) : row + step
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
}
