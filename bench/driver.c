/*
 * The GUI's side of the benchmark.
 *
 *     driver roundtrip BLOCKS COUNT SUBJECTS
 *     driver burst     BLOCKS LINES nodes|depth SUBJECTS
 *     driver game      BLOCKS STEP GAME SUBJECTS
 *     driver search    BLOCKS COUNT growing|new GAME SUBJECTS
 *     driver lateness  BLOCKS MS GAME SUBJECTS
 *     driver start     BLOCKS SUBJECTS
 *
 * SUBJECTS are `+ NAME COMMAND [ARGS]`, each speaking UCI on its stdin and stdout. All of them are
 * alive at once (but for `start`) and take turns, block by block, in an order that rotates: what
 * disturbs the machine for a while disturbs all, and the ratio of two within one block stays right.
 *
 * Output: one JSON line for each block of each subject,
 *
 *     {"subject": NAME, "block": 0, "cpu_ns": 1, "rss_kb": 1, "samples_ns": [1, 2]}
 *
 * with the CPU time that all threads of the subject's own process took in the block (not that of its
 * children), its resident memory at the end of the block, and one latency for each thing measured.
 */
#define _GNU_SOURCE
#include "subject.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SUBJECTS_MAX = 16,
    LINE_SIZE = 1 << 16, /* bytes of the longest command sent */
    MOVES_MAX = 4096,
    WARM_UP = 300, /* round trips before anything is measured */
};

/* Between the positions sent during a search; not a whole number of the engine's milliseconds, so that
 * positions and info lines meet in every phase. */
static const ns_t POSITION_GAP_NS = 5300000LL;

static struct subject subjects[SUBJECTS_MAX];
static int subject_count;

/* The samples of the block under way. */
static ns_t *samples;
static size_t sample_count, sample_room;

static char moves[LINE_SIZE];    /* GAME: its moves with a space between */
static int moves_end[MOVES_MAX]; /* moves_end[n]: length of the first n moves */
static int move_count;

static void sleep_us(int microseconds)
{
    struct timespec time = {.tv_nsec = microseconds * 1000L};
    nanosleep(&time, NULL);
}

static void add_sample(ns_t sample)
{
    if (sample_count == sample_room) {
        sample_room = sample_room ? 2 * sample_room : 1024;
        samples = realloc(samples, sample_room * sizeof *samples);
        if (samples == NULL)
            fail("out of memory");
    }
    samples[sample_count++] = sample;
}

static void print_block(const struct subject *subject, int block, ns_t cpu, long rss)
{
    printf("{\"subject\": \"%s\", \"block\": %d, \"cpu_ns\": %lld, \"rss_kb\": %ld, \"samples_ns\": [",
           subject->name, block, cpu, rss);
    for (size_t i = 0; i < sample_count; i++)
        printf("%s%lld", i ? ", " : "", samples[i]);
    puts("]}");
    fflush(stdout);
    sample_count = 0;
}

/* ---- the parts; each measures one block of one subject ---- */

/* isready -> readyok */
static void roundtrip_block(struct subject *subject, int count)
{
    for (int i = 0; i < count; i++) {
        ns_t begin = now_ns();
        ask(subject, "isready\n", "readyok");
        add_sample(subject->read_at - begin);
    }
}

/* go -> bestmove, with `lines` info lines between: nodes, one write each; depth, in blocks */
static void burst_block(struct subject *subject, int lines, const char *kind)
{
    static long long expected; /* bytes: as many as the first subject sends */
    char command[64];
    snprintf(command, sizeof command, "go %s %d\n", kind, lines);
    long long before = subject->bytes;
    ns_t begin = now_ns();
    ask(subject, command, "bestmove");
    add_sample(subject->read_at - begin);
    if (expected == 0)
        expected = subject->bytes - before;
    if (subject->bytes - before != expected)
        fail("%s passed on %lld of %lld bytes", subject->name, subject->bytes - before, expected);
}

static size_t format_position(char *line, const char *opening, int plies)
{
    return (size_t)sprintf(line, "position startpos moves %s%.*s\n", opening, moves_end[plies], moves);
}

/* position + go -> bestmove along a game, one write for both lines, as GUIs do */
static void game_block(struct subject *subject, int step)
{
    static char lines[LINE_SIZE + 100];
    for (int plies = 1; plies < move_count; plies += step) {
        size_t size = format_position(lines, "", plies);
        size += (size_t)sprintf(lines + size, "go wtime 60000 btime 60000\n");
        ns_t begin = now_ns();
        send_bytes(subject, lines, size);
        read_until(subject, "bestmove");
        add_sample(subject->read_at - begin);
        sleep_us(300); /* what the subject does after bestmove is not the next search's cost */
    }
    sleep_us(20000); /* ... but belongs to the CPU time of the block */
}

/* Take the lines that have been read: a sample for each info line, false after bestmove. */
static bool take_infos(struct subject *subject)
{
    char *line;
    ns_t sent_at;
    while ((line = take_line(subject)) != NULL) {
        if (sscanf(line, "info depth 20 score cp 13 nodes %lld", &sent_at) == 1)
            add_sample(subject->read_at - sent_at);
        else if (strncmp(line, "bestmove", strlen("bestmove")) == 0)
            return false;
    }
    return true;
}

/*
 * The engine's write of an info line -> our read of it, in searches of 10 ms. `growing`: along a game,
 * from its first ply. `new`: two long games that differ from the first move on take turns, so that a
 * subject that follows them has each to do anew.
 */
static void search_block(struct subject *subject, int count, const char *kind)
{
    static const char *const openings[] = {"", "b1c3 b8c6 c3b1 c6b8 "};
    static char lines[LINE_SIZE + 100];
    bool growing = strcmp(kind, "growing") == 0;
    if (growing && 2 * count > move_count)
        fail("the game is too short for %d searches", count);
    for (int i = 0; i < count; i++) {
        const char *opening = growing ? "" : openings[i % 2];
        size_t size = format_position(lines, opening, growing ? 1 + 2 * i : move_count);
        size += (size_t)sprintf(lines + size, "go movetime 10\n");
        send_bytes(subject, lines, size);
        while (take_infos(subject))
            read_more(subject, "bestmove");
    }
    sleep_us(20000);
}

/*
 * The engine's write of an info line -> our read of it, while long positions are sent in the midst of
 * a long search; each continues the one before.
 */
static void lateness_block(struct subject *subject, int duration_ms)
{
    static char line[LINE_SIZE + 100];
    int plies = move_count - duration_ms / 5;
    if (plies < 1)
        fail("the game is too short for %d ms", duration_ms);
    size_t size = format_position(line, "", plies);
    size += (size_t)sprintf(line + size, "go movetime %d\n", duration_ms);
    send_bytes(subject, line, size);
    ns_t next_position = now_ns() + POSITION_GAP_NS;
    while (take_infos(subject)) {
        if (wait_for_output(subject, next_position)) {
            read_more(subject, "bestmove");
        } else if (now_ns() >= next_position) {
            plies += plies < move_count;
            send_bytes(subject, line, format_position(line, "", plies));
            next_position = now_ns() + POSITION_GAP_NS;
        }
    }
    ask(subject, "isready\n", "readyok");
}

/* exec -> uciok, and the memory at that moment */
static void start_block(struct subject *subject, int block)
{
    ns_t begin = now_ns();
    spawn(subject);
    ask(subject, "uci\n", "uciok");
    add_sample(subject->read_at - begin);
    long rss = rss_kb(subject);
    ns_t cpu = cpu_ns(subject);
    quit(subject);
    if (block >= 0)
        print_block(subject, block, cpu, rss);
    sample_count = 0;
}

/* ---- the program ---- */

static int number(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (*end != '\0' || value <= 0 || value > 100000000)
        fail("%s is not a positive number", text);
    return (int)value;
}

static void load_game(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(moves, sizeof moves, file) == NULL)
        fail("cannot read the game %s", path);
    fclose(file);
    moves[strcspn(moves, "\n")] = '\0';
    for (int at = 0; moves[at] != '\0' && move_count < MOVES_MAX - 1; at++)
        if (moves[at + 1] == ' ' || moves[at + 1] == '\0')
            moves_end[++move_count] = at + 1;
}

/* Cut argv at each "+" into subjects; return the count of the arguments before the first. */
static int parse_subjects(int argc, char **argv)
{
    int own = argc;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "+") != 0)
            continue;
        if (own == argc)
            own = i;
        argv[i] = NULL; /* ends the command before it */
        if (i + 2 >= argc || subject_count == SUBJECTS_MAX)
            fail("a subject is: + NAME COMMAND, at most %d of them", SUBJECTS_MAX);
        subjects[subject_count++] = (struct subject){.name = argv[i + 1], .command = argv + i + 2};
    }
    return own;
}

static void wake(struct subject *subject)
{
    spawn(subject);
    ask(subject, "uci\n", "uciok");
    sleep_us(400000); /* what a subject loads after uciok is loaded now */
    for (int i = 0; i < WARM_UP; i++)
        ask(subject, "isready\n", "readyok");
}

static void measure_block(struct subject *subject, int block, char **arguments)
{
    const char *part = arguments[0];
    if (strcmp(part, "start") == 0) {
        start_block(subject, block);
        return;
    }
    ask(subject, "ucinewgame\nisready\n", "readyok");
    sleep_us(20000); /* what ucinewgame set off comes to rest */
    for (int i = 0; i < 3; i++)
        ask(subject, "isready\n", "readyok"); /* no block begins cold */
    ns_t cpu = cpu_ns(subject);
    if (strcmp(part, "roundtrip") == 0)
        roundtrip_block(subject, number(arguments[2]));
    else if (strcmp(part, "burst") == 0)
        burst_block(subject, number(arguments[2]), arguments[3]);
    else if (strcmp(part, "game") == 0)
        game_block(subject, number(arguments[2]));
    else if (strcmp(part, "search") == 0)
        search_block(subject, number(arguments[2]), arguments[3]);
    else
        lateness_block(subject, number(arguments[2]));
    cpu = cpu_ns(subject) - cpu;
    print_block(subject, block, cpu, rss_kb(subject));
}

/* What each part is called, and how many arguments it has before its subjects. */
static const struct {
    const char *name;
    int arguments;
    bool game; /* the last of them is a game */
} parts[] = {
    {"roundtrip", 2, false}, {"burst", 3, false},   {"game", 3, true},
    {"search", 4, true},     {"lateness", 3, true}, {"start", 1, false},
};

int main(int argc, char **argv)
{
    int own = parse_subjects(argc, argv);
    bool known = false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (own != parts[i].arguments + 2 || strcmp(argv[1], parts[i].name) != 0)
            continue;
        known = true;
        if (parts[i].game)
            load_game(argv[own - 1]);
    }
    if (!known || subject_count == 0)
        fail("usage: see the head of driver.c");
    signal(SIGPIPE, SIG_IGN);

    bool start = strcmp(argv[1], "start") == 0;
    int blocks = number(argv[2]);
    for (int i = 0; i < subject_count; i++) {
        if (start)
            start_block(&subjects[i], -1); /* fills the disk cache and Python's byte code */
        else
            wake(&subjects[i]);
    }
    for (int block = 0; block < blocks; block++)
        for (int i = 0; i < subject_count; i++)
            measure_block(&subjects[(i + block) % subject_count], block, argv + 1);
    for (int i = 0; i < subject_count && !start; i++)
        quit(&subjects[i]);
    return 0;
}
