// Search from anywhere: an id, an external reference or a document number leads to the list of verifications.
// Only for whoever may see them. `/` puts the cursor here.

import { Kbd, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMay } from '../api/session.ts'
import { pages } from '../pages/pages.tsx'
import { useShortcut } from './keys/shortcuts.tsx'
import classes from './search-box.module.css'

/** The list that takes a search, as `search` in its address. */
const searchedPath = '/verifications'

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
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', t('search.shortcut'), () => input.current?.focus())
  return (
    <search className={classes.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const search = text.trim()
          if (search !== '') navigate(`${searchedPath}?${new URLSearchParams({ search })}`)
        }}
      >
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
          leftSection={<IconSearch size={15} aria-hidden />}
          rightSection={<Kbd size="xs">/</Kbd>}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  )
}
