// Names of the markets, each a name of its own: no two may ever be taken for one. Many are only a letter
// apart. In order: Senegal (family, given), Morocco (family, given), Ivory Coast, Ghana with French and
// English given names.

const names = `
Ba Badiane Badji Barry Bodian Camara Cissé Cissokho Coly Coulibaly Dabo Danfa Dansokho Dia Diaby
Diack Diadhiou Diagne Diakhaté Diakité Diallo Diamé Diané Diarra Diatta Diaw Diémé Diène Dieng
Dièye Diedhiou Dione Diongue Diop Diouf Dioum Djiba Djité Doumbia Dramé Fall Fam Faye Fofana
Gassama Gaye Gning Gomis Goudiaby Guèye Ka Kane Kanouté Kanté Kassé Kébé Keïta Kone Konaté Lèye Lo
Ly Manga Mané Mbacké Mbaye Mbengue Mbodj Mboup Mbow Mendy Ndao Ndiaye Ndiour Ndong Ndour Ndoye
Ngom Niane Niang Niass Nguer Pouye Sadio Sagna Sakho Sall Samb Sambou Sané Sarr Seck Sène Sèye
Seydi Sidibé Sonko Soumaré Sow Sy Sylla Tall Tamba Tendeng Thiam Thiaw Thioub Thioune Thioye Top
Touré Traoré Wade Wane Wone Yade

Abdou Abdoulaye Abibatou Adama Aïda Aïssatou Alassane Ali Aliou Alpha Amadou Amina Aminata Amy
Anta Arame Assane Astou Atta Awa Babacar Bakary Bamba Bassirou Bigué Binta Bocar Boubacar Cheikh
Codou Coumba Daba Daouda Demba Diariatou Dibor Dieynaba Djibril Dior Doudou Fama Famara Fanta
Fatou Fily Gora Habib Ibrahima Idrissa Ismaïla Issa Kader Karim Kéba Khady Khadim Khalifa Khar
Kiné Lamine Landing Lat Lissa Mactar Madické Maguette Maïmouna Malick Mamadou Mame Maram Mariama
Marième Mbissane Mbène Modou Mor Moussa Moustapha Ndèye Ndella Ngoné Nogaye Omar Oumou Oulimata
Ousmane Ousseynou Papa Penda Rokhaya Rama Safiétou Salif Saliou Salimata Samba Seynabou Serigne
Seydou Sokhna Souleymane Soda Tening Thierno Tidiane Touty Waly Yacine Yacouba Yaya Youssou Yoro
Yandé

Alaoui Amrani Bennani Benjelloun Berrada Bouazza Bouchaib Boukhari Chraibi Cherkaoui Daoudi Drissi
Fassi Filali Ghazi Guessous Hamdaoui Hamraoui Hakimi Idrissi Jabri Kabbaj Kadiri Kettani Lahlou
Lamrani Mansouri Mernissi Naciri Ouazzani Rahmouni Rahmani Raissouni Saadi Sebti Skalli Slaoui
Tahiri Tazi Touzani Zaoui Zerouali

Abdelaziz Abdelkader Abdelkrim Abderrahmane Adil Ahmed Aicha Amal Amine Anas Asmae Ayoub Aziz
Bilal Bouchra Chaimae Fadwa Farid Fatiha Fatima Fouad Ghita Hafsa Hajar Hakim Hamza Hanane Hayat
Hicham Hind Houda Houssein Ikram Ilham Imane Ilyas Jamal Jamila Kamal Karima Kaoutar Khadija
Khalid Khalil Lahcen Laila Latifa Loubna Malika Mariam Mehdi Mina Mohamed Mounir Mourad Nabil
Nabila Nadia Nadir Najat Najib Naima Nawal Noura Omaima Rachid Rachida Rajae Redouane Rim Rita
Sabah Said Saida Salah Salim Salma Samir Samira Samia Sanae Sara Siham Soufiane Soukaina Tarik
Wafae Walid Yasmine Younes Youssef Zakaria Zineb Zohra

Kouassi Kouadio Konan Kouamé Kouakou Koffi Yao Nguessan Ouattara Bakayoko Dembélé Diabaté Gbagbo
Soro Aka Ehouman Assi Brou Tanoh Kra Adou Amani Akissi Affoué Adjoua Amenan Aya Ahou Bintou
Nafissatou Siaka Zana Lassina Drissa Yacou

Mensah Owusu Boateng Osei Asante Appiah Agyeman Agyei Amoah Ansah Antwi Asare Asamoah Bonsu Danso
Darko Frimpong Gyamfi Kyei Nkrumah Ofori Opoku Oppong Sarpong Tetteh Quaye Quansah Quartey Addo
Addai Acheampong Kwabena Ama Akua Abena Akosua Yaa Esi Emmanuel Samuel Daniel Danielle Michael
Michel Michèle Joseph Josephine Grace Gloria Mercy Comfort Stephen Catherine Christian Christiane
Simon Simone Martin Martine Jean Jeanne Paul Paule Pauline Pierre André Andrée François Françoise
Louis Louise
`

export const differentNames: readonly string[] = names.split(/\s+/).filter((name) => name !== '')
