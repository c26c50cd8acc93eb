// The words of a code that the server does not name as one of a closed list; undefined where there are none.

import { useTranslation } from 'react-i18next'

export function useCodeWord(): (key: string) => string | undefined {
  const { i18n } = useTranslation()
  return (key) => {
    const word: unknown = i18n.getResource(i18n.language, 'system', key)
    return typeof word === 'string' ? word : undefined
  }
}
