// Spellings of one person's name, both as published: squad lists of FIFA and CAF, results of the Olympic
// Games, the English, German, French and Twi Wikipedia, lists of parliament, the universities and the
// press of Ghana. One line a pair: given / family | given / family. See published-names.ts.

export const ghana = `
Kofi Atta / Annan | Coffie Atta / Annan
Kwame / Nkrumah | Kwame / N'Krumah
Kwame / Nkrumah | Kwami / Nkrumah
Kofi Abrefa / Busia | Kofi / Busia
Hilla / Limann | Hila / Limann
Jerry John / Rawlings | Jerry / Rawlings
John Agyekum / Kufuor | John / Kufour
John / Kufuor | John / Kuffour
John Evans Atta / Mills | John / Atta-Mills
John Dramani / Mahama | John / Mahama
Nana / Akufo-Addo | Nana Addo Dankwa / Akuffo-Addo
Mahamudu / Bawumia | Mahmoud / Bawumia
Mahamudu / Bawumia | Muhammadu / Bawumia
Kwesi / Amissah-Arthur | Kwesi / Amissah Arthur
Paa Kwesi / Nduom | Papa Kwesi / Nduom
Kwadwo / Baah-Wiredu | Kwadwo / Baah Wiredu
Joseph / Ankrah | Joseph Arthur / Ankra
Akwasi / Afrifa | Akwasi Amankwaa / Afrifa
Akwasi / Afrifa | Kwasi / Afrifa
Ignatius Kutu / Acheampong | Ignatius / Acheampong
Fred / Akuffo | Frederick / Akuffo
Edward / Akufo-Addo | Edward / Akuffo Addo
Ephraim / Amu | Efraim / Amu
Alex / Quaison-Sackey | Alexander / Quaison Sackey
Kwegyir / Aggrey | James Emman Kwegyir / Aggrey
Ayi Kwei / Armah | Ayikwei / Armah
Kofi / Awoonor | Kofi / Awonoor
Ama Ata / Aidoo | Ama Ata / Aido
Efua / Sutherland | Afua / Sutherland
Kwame Anthony / Appiah | Kwame / Appiah
Kojo / Laing | Kodjo / Laing
Joseph Boakye / Danquah | Joseph Buakye / Danquah
Kwabena / Nketia | Kwabena / Nketiah
Joseph Hanson Kwabena / Nketia | Kwabena / Nketia
Ebo / Taylor | Ebow / Taylor
E. T. / Mensah | Emmanuel Tettey / Mensah
Osibisa / Teddy Osei | Teddy / Osei
Abedi / Pelé | Abedi Ayew / Pele
Abedi / Ayew | Abédi / Ayew Pelé
André / Ayew | Andrew / Ayew
Jordan / Ayew | Jordan Pierre / Ayew
Tony / Yeboah | Anthony / Yeboah
Anthony / Yeboah | Antony / Yeboah
Samuel / Kuffour | Samuel Osei / Kufour
Sammy / Kuffour | Samuel / Kuffour
Stephen / Appiah | Steven / Appiah
Michael / Essien | Mickael / Essien
Asamoah / Gyan | Assamoah / Gyan
Sulley / Muntari | Sulleyman / Muntari
Sulley Ali / Muntari | Suley / Muntari
Laryea / Kingston | Larea / Kingston
John / Paintsil | John / Pantsil
Richard / Kingson | Richard / Kingston
Samuel / Inkoom | Samuel / Inkum
Kwadwo / Asamoah | Kwadjo / Asamoah
Kwadwo / Asamoah | Kojo / Asamoah
Anthony / Annan | Antony / Annan
Kevin-Prince / Boateng | Kevin Prince / Boateng
Jonathan / Mensah | Jonathan / Mensa
Isaac / Vorsah | Isaac / Vorsa
Lee / Addy | Lee / Addey
Dominic / Adiyiah | Dominic / Adiyah
Prince / Tagoe | Prince / Taggoe
Quincy / Owusu-Abeyie | Quincy / Owusu Abeyie
Matthew / Amoah | Mathew / Amoah
Derek / Boateng | Derrick / Boateng
Haminu / Dramani | Haminu / Draman
Eric / Addo | Erik / Addo
Shilla / Illiasu | Shilla / Iliasu
Illiasu / Shilla | Ilyasu / Shilla
Habib / Mohamed | Habib / Mohammed
Issah / Ahmed | Issa / Ahmed
Razak / Pimpong | Razak / Pinpong
Christian / Atsu | Christian Twasam / Atsu
Mubarak / Wakaso | Mubarak / Wakasso
Mohammed / Rabiu | Mohamed / Rabiu
Rabiu / Mohammed | Rabiu / Muhammad
Emmanuel / Agyemang-Badu | Emmanuel / Agyeman Badu
Afriyie / Acquah | Afriyie / Aquah
Albert / Adomah | Albert / Adoma
Abdul Majeed / Waris | Abdul Majid / Waris
Majeed / Waris | Majid / Waris
Fatau / Dauda | Fatawu / Dauda
Fatawu / Dauda | Fatau / Dawuda
Abdul Fatawu / Issahaku | Abdul Fatau / Issahaku
Razak / Brimah | Razak / Braimah
Baba / Rahman | Baba Abdul / Rahman
Abdul Rahman / Baba | Abdul-Rahman / Baba
Thomas / Partey | Thomas / Party
Thomas Teye / Partey | Thomas / Partey
Daniel / Amartey | Daniel / Amarty
Mohammed / Kudus | Mohamed / Kudus
Mohammed / Salisu | Mohamed / Salissou
Alexander / Djiku | Alexandre / Djiku
Tariq / Lamptey | Tarik / Lamptey
Kamaldeen / Sulemana | Kamal Deen / Sulemana
Iñaki / Williams | Inaki / Williams Arthuer
Osman / Bukari | Ousmane / Boukari
Antoine / Semenyo | Antoine Serlom / Semenyo
Joseph / Aidoo | Joseph / Aidu
Denis / Odoi | Dennis / Odoi
Salis Abdul / Samed | Salis / Abdul Samed
Daniel-Kofi / Kyereh | Daniel Kofi / Kyere
Lawrence / Ati-Zigi | Lawrence / Ati Zigi
Abdul Manaf / Nurudeen | Abdul Manaf / Nourdine
Ibrahim / Danlad | Ibrahim / Danladi
Baba / Iddrisu | Baba / Idrissu
Ernest / Nuamah | Ernest / Appiah Nuamah
Kwesi / Appiah | Kwasi / Appiah
James Kwesi / Appiah | Akwasi / Appiah
Jerry / Akaminko | Jerry / Akaminco
Frank / Acheampong | Franck / Acheampong
Edwin / Gyimah | Edwin / Djimah
Jeffrey / Schlupp | Jeff / Schlupp
David / Accam | David / Akam
Daniel / Agyei | Daniel / Adjei
Sammy / Adjei | Sammy / Agyei
Lawrence / Adjei | Laurence / Adjei
Felix / Aboagye | Felix / Aboadgye
Ibrahim / Tanko | Ibrahima / Tanko
Augustine / Ahinful | Augustine / Ahinfull
Kwame / Ayew | Kwami / Ayew
Nii Odartey / Lamptey | Nii / Lamptey
Mohammed / Gargo | Mohamed / Gargo
Mohammed / Polo | Mohamed Ahmed / Polo
Osei / Kofi | Osei / Koffi
Kwasi / Owusu | Kwesi / Owusu
Yaw / Osafo-Maafo | Yaw / Osafo Marfo
Kwaku / Agyemang-Manu | Kweku / Agyeman Manu
Alban / Bagbin | Alban Sumana Kingsford / Bagbin
Kwaku Ofori / Asiamah | Kwaku / Ofori-Asiamah
Ekow Spio / Garbrah | Ekwow / Spio-Garbrah
Hanna / Tetteh | Hannah / Tetteh
Hannah Serwaa / Tetteh | Hanna Serwah / Tetteh
Samia / Nkrumah | Samia Yaba / Nkrumah
Gertrude / Torkornoo | Gertrude / Torkonoo
Ursula / Owusu-Ekuful | Ursula / Owusu Ekufful
Otiko / Djaba | Otiko Afisa / Djaba
Shirley / Ayorkor Botchwey | Shirley Ayorkor / Botchway
Ken / Ofori-Atta | Kenneth / Ofori Atta
Ato / Forson | Cassiel Ato / Forson
Haruna / Iddrisu | Haruna / Idrisu
Muntaka / Mubarak | Muntaka Mohammed / Mubarak
Inusah / Fuseini | Inusah / Fusseini
Osei / Kyei-Mensah-Bonsu | Osei / Kyei Mensah Bonsu
Otumfuo Osei / Tutu | Otumfour Osei / Tutu
Yaa / Asantewaa | Yaa / Asantewa
Nana Konadu Agyeman / Rawlings | Nana Konadu Agyemang / Rawlings
Anas Aremeyaw / Anas | Anas / Aremeyaw Anas
Azumah / Nelson | Azuma / Nelson
Ike / Quartey | Isaac Ike / Quartey
Joshua / Clottey | Joshua / Klottey
Joseph / Agbeko | Joseph King Kong / Agbeko
Isaac / Dogboe | Isaac / Dogbe
Margaret / Simpson | Margareth / Simpson
Vida / Anim | Vida / Annim
Aziz / Zakari | Abdul Aziz / Zakari
Ignisious / Gaisah | Ignatius / Gaisah
Benjamin / Azamati | Benjamin / Azamati-Kwaku
Adjoa / Bayor | Adjoah / Bayor
Adjoa / Andoh | Adwoa / Andoh
Elizabeth / Addo | Elisabeth / Addo
Memunatu / Sulemana | Memounatou / Sulemana
Kobina / Arku Korsah | Kobina / Arku-Korsah
Kwabena / Duffuor | Kwabena / Dufuor
`
