// An invented person, in the fields of a request to verify one.

export const awaTeranga = {
  country: 'SN',
  id_type: 'national_id',
  id_number: '2751199400042',
  first_name: 'Awa',
  last_name: 'Teranga',
  date_of_birth: '1994-03-14',
} as const
