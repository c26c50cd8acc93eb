// Checks the name of a saved filter: missing or taken.

import { useTranslation } from 'react-i18next'

/** Returns the error for the name at this place among all names; undefined where there is none. */
export function useFilterNameError(): (
  names: readonly string[],
  place: number,
) => string | undefined {
  const { t } = useTranslation('verifications')
  return (names, place) => {
    const name = names[place]?.trim() ?? ''
    if (name === '') return t('list.saved.nameMissing')
    const isTaken = names.some((other, index) => index !== place && other.trim() === name)
    return isTaken ? t('list.saved.nameTaken') : undefined
  }
}
