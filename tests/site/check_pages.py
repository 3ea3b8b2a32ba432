"""usage: check_pages.py ATTEND SOURCE. The pages that `attend site` writes: tags are closed, what is linked is there, nothing is
asked of another machine, no script runs, every card is told with its figure and questions, and an answer is folded away with
all that waits for it."""
import html.parser, os, re, shutil, subprocess, sys, tempfile

ATTEND, SOURCE = sys.argv[1:3]
EMPTY = {'meta', 'link', 'img', 'br'}
OPTIONAL = {'li'}  # ends where the next begins
faults = []


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path, self.open, self.ids, self.links, self.sections = path, [], set(), [], 0
        self.folded = self.figures = self.questions = self.stages = 0
        self.folds = []  # how many tags were open as each answer began that is open itself
        self.seen = ''  # all text but what is folded away with an answer
        self.waiting = ''  # that
        self.groups = []
        self.policy = ''
        self.feed(open(path, encoding='utf-8').read())
        if self.open:
            self.fault(f'{self.open} stay open')

    def fault(self, text):
        faults.append(f'{self.path}: {text}')

    def handle_starttag(self, tag, given):
        given = dict(given)
        if tag == 'script' or any(name.startswith('on') or name == 'style' for name in given):
            self.fault(f'<{tag} {given}>')
        if tag not in EMPTY | OPTIONAL:
            self.open.append(tag)
        self.ids.add(given.get('id'))
        self.sections += tag == 'section'
        self.figures += tag == 'figure' and not self.folds
        self.questions += given.get('class') == 'question'
        if given.get('class') == 'answer':
            self.folded += 1
            self.folds.append(len(self.open))
        if tag == 'img' and given['src'].endswith('-answer.svg') != bool(self.folds) and given.get('width'):
            self.fault(f'{given["src"]} stands {"with" if self.folds else "before"} an answer')
        self.policy += given.get('content', '') if given.get('http-equiv') == 'Content-Security-Policy' else ''
        if tag == 'iframe':
            self.stages += 1
            if self.open[-2:] != ['details', 'iframe'] or given.get('loading') != 'lazy' or not given.get('title') \
                    or '?embed=1#at=lesson=' not in given['src']:
                self.fault(f'{given} is no stage that waits until it is asked for')
        if tag == 'img' and 'alt' not in given:
            self.fault(f'{given} says nothing to those who cannot see it')
        self.links += [(tag, given[name]) for name in ('href', 'src') if name in given]

    def handle_endtag(self, tag):
        if tag in OPTIONAL:
            return
        if self.folds and len(self.open) == self.folds[-1]:
            self.folds.pop()
        if not self.open or self.open.pop() != tag:
            self.fault(f'</{tag}> closes another')

    def handle_data(self, text):
        if self.folds:
            self.waiting += text
        else:
            self.seen += text
        if self.open[-1:] == ['h2']:
            self.groups.append(text)


def check(page, top):
    if "default-src 'none'" not in page.policy or 'script-src' in page.policy or ('frame-src' in page.policy) != (page.stages > 0):
        page.fault(f'its policy is {page.policy}')
    for tag, link in page.links:
        if re.match('[a-z]+:', link):
            if tag != 'a':
                page.fault(f'{link} is asked of another machine')
            continue
        path, _, place = link.partition('#')
        path = path.removesuffix('?embed=1')
        path = os.path.normpath(os.path.join(os.path.dirname(page.path), path))
        if path == os.path.join(top, 'app', 'index.html'):
            if place and not place.startswith('at=lesson='):
                page.fault(f'{link} is no place')
        elif not os.path.isfile(path):
            page.fault(f'{link} is not there')


def check_waiting(page, text):
    """What a lesson has behind a question that is asked first stands with its answer alone."""
    for card in re.split('^# ', re.sub('^# .*$', lambda line: line[0], text, flags=re.M), flags=re.M)[1:]:
        before, first, rest = card.partition('ask: first')
        for line in rest.partition('```')[2].split('\n\n'):
            plain = re.sub(r'[*`\n]', lambda sign: ' ' if sign[0] == '\n' else '', line).strip()
            if re.fullmatch(r"[A-Za-z0-9 ,.;:'?!-]{30,}", plain):
                check_waiting.checked += 1
                if plain in page.seen.replace('\n', ' ') or plain not in page.waiting.replace('\n', ' '):
                    page.fault(f'"{plain}" does not wait for its answer')


check_waiting.checked = 0


THREE = """# Three

```attend
step: 2
moment: softmax
```

Text {alpha_11} {alpha_22} {y_3}.

| {alpha_33} |
|---|

```quiz
kind: choice
question: Beside?
choices: [a, b]
answer: a
```

```quiz
kind: weight
step: 2
ask: first
question: Weight?
```

Between {alpha_22} {y_3}.

```quiz
kind: next
step: 3
ask: first
question: Next?
```

Behind {y_3}.
"""


def check_three(folder):
    """Of several questions each tells what it hid, and no more; what had "?" in it stands behind the answer again."""
    mine = os.path.join(folder, 'three')
    shutil.copytree(os.path.join(SOURCE, 'lessons', '05-cat-chase-mouse'), mine)
    os.remove(os.path.join(mine, 'lesson.zh.md'))
    with open(os.path.join(mine, 'lesson.md'), 'r+', encoding='utf-8') as file:
        front = file.read().partition('\n# ')[0]
        file.seek(0)
        file.truncate()
        file.write(front + '\n' + THREE)
    subprocess.run([ATTEND, 'site', mine, '-o', os.path.join(folder, 'own')], check=True, stdout=subprocess.DEVNULL)
    text = open(os.path.join(folder, 'own', 'three', 'index.html'), encoding='utf-8').read()
    live = r'<b class="live">([^<]*)</b>'
    told = [re.findall(live, part) for part in re.split('<details class="answer">', text)]
    alpha = re.findall(live, text.partition('Text')[2])[0]
    shapes = [''.join('?' if word == '?' else 'a' if word == alpha else 'x' for word in part) for part in told]
    if shapes != ['a???', '', 'xx?', 'axxxxx']:
        faults.append(f'three questions: {told}')


def check_map(top, name):
    """5.8 asks what stands in a row of the map: its figure has it."""
    drawing = open(os.path.join(top, name, 'card-8.svg'), encoding='utf-8').read()
    if 'ALIGNMENT' not in drawing or drawing.count('>Tom<') != 2:
        faults.append(f'{name}/card-8.svg: has no map')


def check_elsewhere(top, name):
    """The page that is embedded may be another machine's; without one there is no frame, and none is allowed."""
    for given in (['--app', 'https://a.example:8443/b/'], []):
        subprocess.run([ATTEND, 'site', '5', '-o', top, *given], check=True, stdout=subprocess.DEVNULL)
        page = Page(os.path.join(top, name, 'index.html'))
        frames = [link for tag, link in page.links if tag == 'iframe']
        if given and (not page.policy.endswith('; frame-src https://a.example:8443') or not frames
                      or not all(link.startswith('https://a.example:8443/b/?embed=1#at=lesson=') for link in frames)):
            page.fault(f'{page.policy}, {frames}: embeds another page than {given[1]}')
        if not given and (frames or 'frame-src' in page.policy):
            page.fault('embeds what is not there')


def main():
    with tempfile.TemporaryDirectory() as folder:
        top = os.path.join(folder, 'site')
        subprocess.run([ATTEND, 'site', '-o', top, '--app', 'app/index.html'], check=True, stdout=subprocess.DEVNULL)
        names = sorted(name for name in os.listdir(os.path.join(SOURCE, 'lessons')) if name[0].isdigit())
        for language in ('', 'zh'):
            index = Page(os.path.join(top, language, 'index.html'))
            check(index, top)
            if len(index.groups) != len(set(index.groups)) or not index.groups:
                index.fault(f'{index.groups}: a group comes twice')
            for name in names:
                if not any(link.startswith(name + '/') for _, link in index.links):
                    faults.append(f'{index.path}: {name} is not listed')
                page = Page(os.path.join(top, language, name, 'index.html'))
                check(page, top)
                text = open(os.path.join(SOURCE, 'lessons', name, 'lesson.md'), encoding='utf-8').read()
                outside = re.sub('^```.*?^```', '', text, flags=re.M | re.S)
                cards = len(re.findall('^# ', outside, re.M))
                questions = len(re.findall('^```quiz', text, re.M))
                if (page.sections, page.figures, page.questions) != (cards, cards, questions):
                    page.fault(f'{page.sections} cards, {page.figures} figures, {page.questions} questions; '
                               f'expected {cards}, {cards}, {questions}')
                if not language:
                    check_waiting(page, text)
                if page.stages != cards:
                    page.fault(f'{page.stages} stages; expected {cards}')
                if questions and not page.folded:
                    page.fault('no answer is folded away')
        check_map(top, names[4])
        check_three(folder)
        if check_waiting.checked < 10:
            faults.append(f'{check_waiting.checked} texts that wait; expected more')
        check_elsewhere(os.path.join(folder, 'elsewhere'), names[4])
        again = os.path.join(folder, 'again')
        subprocess.run([ATTEND, 'site', '5', '-o', again, '--app', 'app/index.html'], check=True, stdout=subprocess.DEVNULL)
        for file in os.listdir(os.path.join(again, names[4])):
            pair = [open(os.path.join(where, names[4], file), 'rb').read() for where in (top, again)]
            if pair[0] != pair[1] and file != 'index.html':  # which leads to other lessons
                faults.append(f'{file}: two runs write different bytes')
    print('\n'.join(faults) or 'every page is whole')
    return 1 if faults else 0


sys.exit(main())
