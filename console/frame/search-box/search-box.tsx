// Global search for verifications by id, reference or document number, for roles that may read
// them. `/` focuses it.

import { Kbd, Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../api/session.ts'
import { pages } from '../../pages/pages.tsx'
import { useShortcut } from '../keys/shortcuts.tsx'
import { useErrorText } from '../parts/error-text.ts'
import classes from './search-box.module.css'
import { searchedPath, useSearch } from './use-search.ts'

export function SearchBox() {
  const may = useMay()
  const searched = pages.find(({ path }) => path === searchedPath)
  if (searched === undefined) return null
  if (searched.permission !== undefined && !may(searched.permission)) return null
  return <Box />
}

function Box() {
  const { t } = useTranslation('frame')
  const [text, setText] = useState('')
  const { isBusy, error, go } = useSearch()
  const textOf = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', t('search.shortcut'), () => input.current?.focus(), 'general')
  /**
   * Clears the text when something was found, so that others cannot read it; keeps it for
   * correction otherwise.
   */
  async function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = text.trim()
    if (wanted === '' || isBusy) return
    const place = await go(wanted)
    if (place === undefined || place.startsWith('nothing')) return
    setText('')
    input.current?.blur()
  }
  return (
    <search className={classes.search}>
      <form onSubmit={submit}>
        <TextInput
          ref={input}
          type="search"
          size="xs"
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          leftSection={isBusy ? <Loader size={14} /> : <IconSearch size={15} aria-hidden />}
          rightSection={<Kbd size="xs">/</Kbd>}
          error={error && textOf(error).title}
          classNames={{ error: classes.error ?? '' }}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  )
}
