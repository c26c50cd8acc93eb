// What the button of the signed-in user's menu shows: initials, and for screen readers the name.

import { Avatar } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '../api/session.ts'

export function AccountLabel() {
  const { t } = useTranslation('frame')
  const { user } = useMe()
  return (
    <>
      <Avatar size={30} color="accent" variant="filled">
        {initialsOf(user.name)}
      </Avatar>
      <span className="svc-unseen">{t('account', { name: user.name })}</span>
    </>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
