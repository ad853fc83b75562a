//! Word lists by which names of organisations and persons are told from other capitalised words. Lower case,
//! parted by bars.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

type Words = LazyLock<HashSet<&'static str, Fnv>>;
type Fnv = BuildHasherDefault<Fnv1a>;

/// FNV-1a: the lists are the program's own, and most questions are about short words.
struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Fnv1a {
        Fnv1a(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv1a {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn set(list: &'static str) -> HashSet<&'static str, Fnv> {
    list.split('|').map(str::trim).filter(|w| !w.is_empty()).collect()
}

/// Legal forms: a name that ends in one is an organisation.
static LEGAL_FORMS: Words = LazyLock::new(|| {
    set(
        "inc|incorporated|corp|corporation|co|company|ltd|limited|plc|llc|lp|llp|nv|sa|ag|ab|asa|gmbh|bv|spa|kk|bancorp|\
     bancorporation|bancshares|bankshares|incs|corps|pc|pa|pllc|sab|oyj|companies|cos",
    )
});

/// Words that mostly end a name without a legal form, in headlines and role phrases.
static TRADE_ENDINGS: Words = LazyLock::new(|| {
    set(
        "group|holdings|holding|trust|bank|partners|fund|funds|industries|technologies|technology|systems|international|\
     enterprises|laboratories|labs|pharmaceuticals|communications|networks|network|software|solutions|resources|\
     financial|energy|airlines|stores|restaurants|services|foods|medical|healthcare|health|electronics|semiconductor|\
     semiconductors|entertainment|media|interactive|broadcasting|motors|brands|worldwide|associates|capital|\
     insurance|mining|oil|gas|petroleum|steel|imaging|devices|instruments|products|materials|university|foundation|\
     authority|association|ministries|mortgage|realty|properties|ventures|studios|golf|biosciences|biotech|\
     therapeutics|micro|microsystems|computers|computer|telecom|wireless|mart|steakhouse|securities|accessories|\
     homes|imports",
    )
});

/// Words that cannot be part of a name: roles, offices, the law, the calendar, openers of sentences.
static STOP_WORDS: Words = LazyLock::new(|| {
    set(
        "board|committee|chief|executive|officer|officers|president|presidents|vice|chairman|chairwoman|chair|director|\
     directors|controller|comptroller|treasurer|secretary|counsel|manager|managers|partner|accountant|accountants|\
     auditor|auditors|employee|employees|ceo|cfo|coo|cao|cto|cpa|cpas|executives|founder|founders|owner|principal|\
     principals|former|formerly|then|defendant|defendants|respondent|respondents|plaintiff|attorney|attorneys|judge|\
     honorable|hon|mr|mrs|ms|dr|messrs|esq|c.p.a|esquire|officials|official|subsidiary|subsidiaries|parent|division|\
     divisions|affiliate|unit|customer|customers|vendor|shareholders|investors|trustee|receiver|supervisor|assistant|\
     senior|insiders|managing|sec|commission|court|courts|complaint|complaints|order|orders|section|sections|rule|\
     rules|act|regulation|release|releases|litigation|accounting|auditing|enforcement|administrative|proceeding|\
     proceedings|civil|action|case|district|judgment|securities|exchange|government|u.s.c|justice|attorney's|\
     bankruptcy|chapter|file|matter|v|vs|see|form|forms|item|items|registration|statement|statements|report|reports|\
     gaap|gaas|fcpa|nasdaq|nyse|settlement|settles|settled|settle|charges|charged|charge|sues|sued|files|filed|fraud|\
     fraudulent|scheme|alleged|alleging|alleges|insider|injunction|permanent|final|consent|obtains|enters|entered|\
     issues|brings|announces|against|bars|barred|agrees|violations|violating|false|misleading|involving|connection|\
     respondent's|suspends|suspended|revokes|penalty|penalties|sentenced|pleads|guilty|jury|convicted|indicted|names|\
     simultaneously|the|a|an|in|on|at|as|by|for|from|to|with|without|and|or|but|when|while|after|before|during|\
     between|until|since|because|although|though|if|that|this|these|those|which|who|whose|its|it|his|her|their|he|\
     she|they|both|each|all|any|other|others|another|also|further|additionally|specifically|moreover|however|finally|\
     according|under|over|into|through|throughout|beginning|instead|named|two|three|four|five|six|seven|eight|nine|\
     ten|several|certain|among|following|rather|is|was|were|are|has|have|had|not|no|yes|did|based|accordingly|where|\
     pursuant|upon|via|including|today|yesterday|thereafter|then-|once|like|related|relevant|entity|entities|about|\
     relating|et|al|inc.'s|causing|regarding|concerning|only|so|such|defrauding|defrauded|ex|bankrupt|january|\
     february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|\
     friday|fiscal|year|years|quarter|quarters|q1|q2|q3|q4|fy|summary|findings|facts|background|violation|conclusion|managements|management's|discussion",
    )
});

/// Whole names that are public bodies, courts, exchanges and boards, never issuers here.
static BODIES: Words = LazyLock::new(|| {
    set(
        "department of justice|securities and exchange commission|public company accounting oversight board|pcaob|\
     federal bureau of investigation|internal revenue service|financial industry regulatory authority|nasd|finra|\
     new york stock exchange|american stock exchange|nasdaq|federal deposit insurance corporation|\
     national association of securities dealers|office of the comptroller|federal reserve|\
     resolution trust corporation|amex|irs|fbi|fdic|doj|wall street|\
     american institute of certified public accountants|financial accounting standards board|fasb|aicpa|ffiec|\
     pink sheets, llc|pink sheets llc|otc bulletin board|nasdaq stock market, inc|u.s. attorney|\
     united states attorney|fair fund|corporation finance|public company|public|investment company|\
     division of corporation finance|corporate fraud task force|enron task force",
    )
});

/// Parts of names of audit firms that are known by one word and no `& Co.`.
static AUDIT_FIRMS: Words = LazyLock::new(|| {
    set(
        "kpmg|deloitte|ernst & young|ernst and young|pricewaterhousecoopers|pricewaterhouse|price waterhouse|\
     coopers & lybrand|coopers and lybrand|arthur andersen|andersen|grant thornton|bdo|bdo seidman|mcgladrey|pkf|\
     crowe|moore stephens|rsm",
    )
});

/// Endings of audit and law firms: partnerships and professional corporations.
static PARTNERSHIP_FORMS: Words = LazyLock::new(|| set("llp|pc|pllc|pa"));

/// Short names that stand for any issuer and so can be resolved by a definition only.
static GENERIC_NAMES: Words = LazyLock::new(|| {
    set(
        "company|the company|issuer|the issuer|relevant entity|corporation|the corporation|respondent|respondents|\
     defendant|defendants|commission|the commission|the firm|firm|partnership|the partnership|bank|the bank|fund|\
     trust|order|offer|complaint|the companies|companies|individual defendants|relevant period",
    )
});

/// Words too common to stand for one organisation when they open its name.
static COMMON_OPENERS: Words = LazyLock::new(|| {
    set(
        "american|america|national|united|international|first|general|new|global|royal|china|universal|advanced|north|\
     south|western|eastern|southern|northern|pacific|atlantic|central|bank|digital|federal|world|great|home|health|\
     medical|computer|network|financial|capital|energy|power|integrated|applied|standard|premier|quality|research|\
     church|san|los|golden|food|foods|california|texas|florida|york|delaware|michigan|illinois|colorado|ohio|\
     canadian|european|asia|british|german|swiss|french|israeli|japan|systems|technology|trust|mortgage|insurance|\
     communications|software|data|internet|smart|safety|state|city|county|system|performance|professional|industrial|\
     commercial|consolidated|diversified|allied|associated|continental|intercontinental|children|college|life|family|\
     gold|silver|blue|red|green|sun|star|hanover-|service|services|electronic|electronics|video|media|smith|john|\
     thomas|robert|william|james",
    )
});

/// Places and other capitalised words that are no organisations.
static PLACES: Words = LazyLock::new(|| {
    set(
        "alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|columbia|florida|georgia|hawaii|idaho|\
     illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|\
     missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|\
     oklahoma|oregon|pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|\
     washington|west virginia|wisconsin|wyoming|canada|china|mexico|europe|asia|america|united states|japan|israel|\
     germany|france|england|london|hong kong|boston|chicago|houston|dallas|manhattan|brazil|india|puerto rico|\
     united kingdom|the netherlands|netherlands|singapore|taiwan|korea|australia|russia|ireland|italy|spain|\
     switzerland|illinoi|texa|kansa|massachusett|congress|board|audit committee|u.s|us|internet|wall street|\
     christmas|i|ii|iii|u.k",
    )
});

/// Nouns before `of` or `at` whose object is an organisation someone serves, or that issued something.
static SERVES: Words = LazyLock::new(|| {
    set(
        "officer|officers|president|chairman|director|directors|controller|comptroller|treasurer|executive|executives|\
     counsel|employee|employees|manager|managers|auditor|auditors|ceo|cfo|coo|official|officials|subsidiary|\
     subsidiaries|unit|division|shares|stock|securities|behalf|shareholders|statements|insiders|accountant|\
     management|reports|investors|founder|fraud|scheme|cao|finance|operations|sales|accounting",
    )
});

/// Words after a possessive that only an organisation with accounts has.
static OWNS: Words = LazyLock::new(|| {
    set(
        "financial|revenue|revenues|earnings|income|net|reported|books|quarterly|annual|periodic|stock|common|shares|\
     auditors|outside|independent|accounting|consolidated|publicly|internal|shareholders|filings|board|results|sales|\
     fiscal|audited|form|inventory",
    )
});

/// Whether a lower-cased word cannot be part of a name.
pub fn is_stop(lower: &str) -> bool {
    STOP_WORDS.contains(lower)
}

/// Whether a lower-cased word without dots is a legal form.
pub fn is_legal_form(lower: &str) -> bool {
    LEGAL_FORMS.contains(lower)
}

/// Whether a lower-cased word mostly ends the name of an organisation.
pub fn is_trade_ending(lower: &str) -> bool {
    TRADE_ENDINGS.contains(lower)
}

/// Whether a lower-cased name is a public body, an exchange or a board.
pub fn is_body(lower: &str) -> bool {
    BODIES.contains(lower) || BODIES.contains(lower.trim_end_matches('.'))
}

/// Whether a lower-cased name is that of an audit firm known by name.
pub fn is_known_audit_firm(lower: &str) -> bool {
    AUDIT_FIRMS.iter().any(|firm| {
        lower.strip_prefix(firm).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    })
}

/// Whether a lower-cased form is one of partnerships and professional corporations.
pub fn is_partnership_form(lower: &str) -> bool {
    PARTNERSHIP_FORMS.contains(lower)
}

/// Whether a lower-cased short name stands for any issuer.
pub fn is_generic(lower: &str) -> bool {
    GENERIC_NAMES.contains(lower)
}

/// Whether a lower-cased word is too common to stand for one organisation.
pub fn is_common_opener(lower: &str) -> bool {
    COMMON_OPENERS.contains(lower)
}

/// Whether a lower-cased name is a place or another word that is no organisation.
pub fn is_place(lower: &str) -> bool {
    PLACES.contains(lower) || PLACES.contains(lower.trim_end_matches('.'))
}

/// Whether the object of `of` after this lower-cased noun is an organisation.
pub fn is_served(lower: &str) -> bool {
    SERVES.contains(lower)
}

/// Whether a lower-cased word after a possessive speaks for an organisation.
pub fn is_owned(lower: &str) -> bool {
    OWNS.contains(lower)
}
