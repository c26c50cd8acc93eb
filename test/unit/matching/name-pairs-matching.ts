// Claims that the document bears out, however differently it is written. One line a pair: given / family as claimed |
// as read | why. See name-pairs.ts.

export const matching = `
Awa / Diop | AWA DIOP | case
Awa / Diop | DIOP AWA | family name first
Awa / Diop | DIOP / AWA | given and family name in each other's field
Ndèye / Ndiaye | NDEYE NDIAYE | accent
Ndeye / N'Diaye | NDEYE NDIAYE | apostrophe
Ndèye / N’Diaye | NDÈYE NʼDIAYE | two apostrophes
Ndèye / N\`Diaye | NDEYE N´DIAYE | accents used as apostrophes
Moussa / N'Diaye | MOUSSA N DIAYE | apostrophe read as a space
Moussa / Ndiaye | MOUSSA NDIAY | mute ending
Marième / M'Baye | MARIEME M BAYE | apostrophe read as a space
Ibra / Mbaye | IBRA MBAY | mute ending
Amadou / Diop | AMADOU JOOB | Wolof spelling
Alioune / Ndiaye | ALIOUNE NJIE | Gambian spelling
Lamin / Jallow | LAMINE DIALLO | Gambian spelling
Modou / Ceesay | MODOU CISSE | Gambian spelling
Ousman / Touray | OUSMANE TOURE | Gambian spelling
Khady / Fall | KHADI FAAL | Wolof double vowel
Xadi / Fall | KHADY FALL | Wolof x
Mariama / Bah | MARIAMA BA | mute h
Oumar / Bâ | OUMAR BA | circumflex
Fatou / Sy | FATOU SI | y and i
Aminata / Cissé | AMINATA SISSE | soft c
Seydou / Cissokho | SEYDOU SISSOKO | soft c and kh
Fanta / Camara | FANTA KAMARA | hard c
Penda / Guèye | PENDA GUEYE | accent
Penda / Gueye | PENDA GEYE | hard g
Bineta / Seck | BINETA SEKK | ck and kk
Sadio / Diakhaté | SADIO DIAKHATE | accent
Awa / Ndao | AWA NDAW | ao and aw
Thierno / Thiam | CERNO CAAM | Wolof spelling
Cheikh / Diouf | CHEICK DIOUF | spelling of Cheikh
Cheikh / Diouf | SHEIKH DIOUF | English spelling of Cheikh
Cheikh / Lô | SEEX LO | Wolof spelling of Cheikh
Serigne / Niang | SËRIÑ NIANG | Wolof letters
El Hadji / Sarr | ELHADJI SARR | written as one
El Hadji / Sarr | EL-HADJ SARR | Arabic ending, hyphen
El Hadji Malick / Sow | ELHADJ MALICK SOW | written as one
El Hadji Malick / Sow | MALICK SOW | title of a pilgrim left out
Alhaji Musa / Mensah | MUSA MENSAH | the same in Ghana
Abdou Lahat / Seck | ABDOULAHAT SECK | written as one
Abdoul Ahad / Seck | ABDOU LAHAT SECK | cut elsewhere, hard ending
Abdoulaye / Wane | ABDULLAH WANE | Arabic form
Abdellah / Tazi | ABDALLAH TAZI | vowels of Abdallah
Abdoul Aziz / Tall | ABDOULAZIZ TALL | written as one
Abdou Aziz / Tall | ABDOUL AZIZ TALL | l heard or not
Abd er Rahmane / Filali | ABDERRAHMANE FILALI | three words written as one
Abdel Aziz / Filali | ABDELAZIZ FILALI | written as one
Abderrahmane / Barry | ABDOURAHMANE BARRY | Arabic and West African spelling
Abderrahmane / Naciri | ABDERRAHMAN NACIRI | mute ending
Abdourahmane / Barry | ABDURRAHMAN BARRY | transcription
Abdoul Khadre / Kane | ABDOULKHADRE KANE | written as one
Mohamed / Alaoui | MOHAMMED ALAOUI | double letter
Mohamed / Alaoui | MUHAMMAD EL ALAOUI | transcription and article
Med / Alaoui | MOHAMED ALAOUI | customary short writing
Mouhamadou / Bassoum | MOHAMADOU BASSOUM | vowels
Ahmed / Bennani | AHMAD BENNANI | vowels
Ahmet / Ndong | AHMED NDONG | hard ending
Hassan / Idrissi | EL IDRISSI HASSAN | article and order
Assane / Diagne | HASSANE DIAGNE | mute h
Hawa / Bocoum | AWA BOCOUM | mute h
Youssef / Amrani | YUSUF AMRANI | transcription
Youssef / Amrani | YOUSSOUF AMRANI | West African spelling
Houcine / Tahiri | HUSSEIN TAHIRI | transcription
Othmane / Sebti | OUSMANE SEBTI | th and s
Khadija / Berrada | KHADIDJA BERRADA | j and dj
Khadija / Berrada | HADIJA BERRADA | kh and h
Aïcha / Kettani | AISHA KETTANI | ch and sh
Aïcha / Kettani | AYCHA KETTANI | y and i
Meryem / Chraibi | MARIAM CHRAIBI | transcription
Fatima Zahra / Slaoui | FATIMA EZ-ZAHRA SLAOUI | sun letter
Fatima-Zahra / Slaoui | FATIMA EZZAHRA SLAOUI | article written as one
Fatima Zohra / Slaoui | SLAOUI FATIMA ZOHRA | order
Fatima Zahra / Slaoui | FATIMAEZZAHRA SLAOUI | written as one
Azzedine / Slaoui | EZZEDDINE SLAOUI | transcription
Mehdi / Slaoui | EL MAHDI SLAOUI | transcription and article
Seynabou / Dieng | ZEYNABOU DIENG | s and z
Layla / Ouhammou | LEILA OUHAMMOU | transcription
Mokhtar / Sarr | MACTAR SARR | transcription
Rokhaya / Ndour | ROQAYA NDOUR | kh and q
Awa / Diop | AWADIOP | space not read
Jacqueline / Quaye | JACKELINE KWAYE | French and English qu
Gnagna / Ghali | NYANYA GALI | gn and ny
Samba / Schérif | SAMBA CHERIF | sch
Amadou / Koné | AMADOU KHONE | kh
Désiré / Brou | DESIRE BROU | accents
Brahim / Ait Oumghar | IBRAHIM AIT OUMGHAR | first vowel
Ibrahima / Sané | IBRAHIM SANE | Senegalese ending
Brahim / Aït Oumghar | BRAHIM OUMGHAR | clan particle left out
Driss / Mansouri | IDRISS MANSOURI | first vowel
Mustapha / El-Fassi | MOUSTAFA ELFASSI | article written as one
Karim / El Alaoui | KARIM ALAOUI | article left out
Salma / Ben Jelloun | SALMA BENJELLOUN | written as one
Sidi Ahmed / Ould Bilal | AHMED BILAL | particles left out
Mariem / Mint Sidi | MARIEM SIDI | particle left out
Omar / Bin Khalil | OMAR BEN KHALIL | particles vary
Moulay Hicham / Rahmani | HICHAM RAHMANI | title left out
Lalla Nadia / Touzani | NADIA TOUZANI | title left out
Dr Awa / Diop | AWA DIOP | title
M. Awa / Diop | AWA DIOP | title of one letter
Awa / Diop | MME DIOP AWA | title
Awa / Diop | MME AWA DIOP EPSE SARR | married name added
Fatou Bintou / Diop | FATOU DIOP | one given name missing
Fatou / Diop | FATOU BINTOU DIOP | one given name more
Fatou Bintou / Diop | FATOU-BINTOU DIOP | hyphen
Fatou Bintou / Diop | FATOUBINTOU DIOP | written as one
Fatou B. / Diop | FATOU BINTOU DIOP | middle initial
Marie Louise / Sagna | MARIE-LOUISE SAGNA | hyphen
Awa / Diop Ndiaye | AWA DIOP | one of two family names
Awa / Diop | AWA / DIOP NDIAYE | one of two family names
Awa / Diop-Ndiaye | AWA NDIAYE DIOP | double family name turned round
Françoise / Mendy | FRANCOISE MENDY | cedilla
Cœur / Sambou | COEUR SAMBOU | ligature
Sørine / Gomis | SORINE GOMIS | crossed letter
Ìsa / Dıallo | ISA DIALLO | dotless letter
Christophe / Koffi | KRISTOF KOFI | ph and double letters
Jean-Baptiste / Kouassi | KOUASSI JEAN BAPTISTE | hyphen and order
Jean Marc / N'Guessan | N GUESSAN JEAN MARC | apostrophe read as a space
Affoué / Kouamé | AFFOUE KOUAME | accents
Adjoua / Konan | ADJOUA KONAN EPOUSE BROU | married name added
Aboubacar / Ouattara | ABOUBAKAR WATTARA | ou and w
Lassina / Bakayoko | LACINA BAKAYOKO | soft c
Mariam / Coulibaly | MARIAM KOULIBALI | c and k, y and i
Kwame / Mensah | KOUAME MENSA | Ivorian spelling of the same name
Kojo / Boateng | KWADWO BOATENG | two spellings of one day's name
Kwesi / Quansah | KWASI KWANSAH | two spellings of one day's name
Adwoa / Agyeman | ADJOA ADJEMAN | gy and dj
Stephen / Ofori | STEVEN OFORI | English spelling
Ɔsei / Yɛboah | OSEI YEBOAH | Akan letters
Yεboah / Kofi | YEBOAH KOFI | a Greek letter for the Akan one
Ɖela / Agbeko | DELA AGBEKO | Ewe letter
Aƒi / Ɖoe | AFI DOE | Ewe letters, small and capital
Mawuɖem / Aʋenɔ | MAWUDEM AVENO | Ewe letters
Nii Ayi / Lamptey | AYI LAMPTEY | honorific of an ancestor left out
Nana Yaa / Asantewaa | YAA ASANTEWAA | the same in Akan
Ewura Ama / Mensah | AMA MENSAH | the same for a lady
Torgbui Edem / Agbeko | TOGBE EDEM AGBEKO | spellings of an Ewe chief's title
Hajia Mariama / Iddrisu | MARIAMA IDDRISU | title of a pilgrim left out
Hajia Mariama / Iddrisu | HADJA MARIAMA IDDRISU | the same title in French
Ben / Mensah | BEN MENSAH | a particle elsewhere is a name here
Moussa / Da | MOUSSA DA | a particle elsewhere is a family name here
Mohamed / Cheikh | MOHAMED CHEIKH | nothing but leading names, all of them
A / Diop | A DIOP | nothing more than an initial on the document
Ousmane  Abdou / Diallo | OUSMANE<ABDOU<<DIALLO | filler of the machine-readable zone
El.Hadji  Ousmane / Kanouté | KANOUTE.EL HADJI OUSMANE | dots and double spaces
Marie Angélique Bernadette Sophie / Diatta | DIATTA MARIE ANGELIQUE BERNADETTE SOPH | cut at 39
Marie Angélique Bernadette Sophie / Diatta | DIATTA<<MARIE<ANGELIQUE<BERNADETTE<SOPH | cut at 39
Aminata Rokhaya Oumou / Diakhaté | DIAKHATE AMINATA ROKHAYA OUMO | cut at 30
Awa / Diop épouse Sarr | AWA DIOP | married name claimed
Awa / Diop vve Sarr | DIOP AWA EPSE SARR | widow and wife
Jean / d’Almeida | JEAN D ALMEIDA | apostrophe read as a space
 / Amadou | AMADOU | a person of one name
Amadou / SNP | AMADOU | the registry's word for no family name
 / Diop | AWA DIOP | only the family name was claimed
Dr / Diop | AWA DIOP | the same; a title claims nothing
Awa / | AWA DIOP | only the given name was claimed
Mohamed محمد / Alaoui | MOHAMED ALAOUI | both scripts on one side
Mohamed / Alaoui | محمد العلوي MOHAMED ALAOUI | bilingual card
محمد / العلوي | محمد العلوي | Arabic on both sides
أحمد / فاطمة | احمد فاطمه | Arabic letters written for one another
`
