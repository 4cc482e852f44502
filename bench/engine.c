/*
 * An instant scripted UCI engine: it costs next to nothing itself, so that what stands between it
 * and the driver can be measured.
 *
 *     engine GAME        GAME: a file with one line of moves in UCI notation, from the start position
 *
 *     go nodes N         N info lines, each with a write of its own (as std::endl does), then bestmove
 *     go depth N         N info lines in blocks of 32 KiB, then bestmove
 *     go movetime MS     an info line at once and one each millisecond, bestmove after MS of them;
 *                        `nodes` in each is the time of its write, CLOCK_MONOTONIC in nanoseconds
 *     any other go       bestmove at once
 *
 * bestmove is the move of GAME that follows the last `position`, so a wrapper that follows the game
 * sees legal moves only. Input is handled during `go movetime`, as a real engine's input thread does.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum {
    INPUT_SIZE = 1 << 20, /* bytes: holds the longest `position` line */
    BLOCK_SIZE = 32768,   /* bytes that a real engine's stdio gathers at most */
    INFO_SIZE = 120,      /* bytes of every line of a burst, its newline included */
    MOVES_MAX = 1024,     /* plies of GAME that are used */
    MOVE_SIZE = 6,        /* bytes: e7e8q and its NUL */
};

static const long long NS_PER_S = 1000000000LL;
static const long long TICK_NS = 1000000LL; /* between the info lines of `go movetime` */

static char game[MOVES_MAX][MOVE_SIZE];
static int game_plies;
static int plies; /* moves in the last `position` */

static bool searching; /* `go movetime`, with so many info lines to come, each at its time: */
static int infos_left;
static long long next_tick_ns;

static long long now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * NS_PER_S + time.tv_nsec;
}

/* Write all `size` bytes to stdout. The engine ends when nobody reads them. */
static void write_all(const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(STDOUT_FILENO, bytes, size);
        if (written < 0) {
            if (errno == EINTR)
                continue;
            exit(1);
        }
        bytes += written;
        size -= (size_t)written;
    }
}

static void say(const char *text)
{
    write_all(text, strlen(text));
}

static void say_bestmove(void)
{
    char line[32];
    snprintf(line, sizeof line, "bestmove %s\n", plies < game_plies ? game[plies] : "e2e4");
    say(line);
}

/* Write info line number `i`, exactly INFO_SIZE bytes, to `line` (which has room for 200). */
static void format_info(char *line, int i)
{
    static const char pv[] = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1";
    int size = snprintf(line, 200,
                        "info depth %02d seldepth 24 multipv 1 score cp %03d nodes %08d nps 1234567 "
                        "hashfull 12 tbhits 0 time %06d pv ",
                        i % 60 + 1, i % 500, i, i % 1000000);
    memcpy(line + size, pv, (size_t)(INFO_SIZE - 1 - size));
    line[INFO_SIZE - 1] = '\n';
}

static void burst_of_lines(int count)
{
    char line[200];
    for (int i = 0; i < count; i++) {
        format_info(line, i);
        write_all(line, INFO_SIZE);
    }
}

static void burst_of_blocks(int count)
{
    static char block[BLOCK_SIZE + 200];
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        format_info(block + used, i);
        used += INFO_SIZE;
        if (used + INFO_SIZE > BLOCK_SIZE) {
            write_all(block, used);
            used = 0;
        }
    }
    write_all(block, used);
}

static void end_search(void)
{
    searching = false;
    say_bestmove();
}

/* Do what is due in the search: an info line, or bestmove after the last. */
static void tick(void)
{
    char line[200];
    if (infos_left-- == 0) {
        end_search();
        return;
    }
    next_tick_ns += TICK_NS;
    int size = snprintf(line, sizeof line, "info depth 20 score cp 13 nodes %lld pv e2e4 e7e5 g1f3\n",
                        now_ns());
    write_all(line, (size_t)size);
}

static void go(const char *arguments)
{
    int count;
    if (sscanf(arguments, " movetime %d", &count) == 1) {
        searching = true;
        infos_left = count;
        next_tick_ns = now_ns();
        return;
    }
    if (sscanf(arguments, " nodes %d", &count) == 1)
        burst_of_lines(count);
    else if (sscanf(arguments, " depth %d", &count) == 1)
        burst_of_blocks(count);
    say_bestmove();
}

static int count_moves(const char *position)
{
    const char *moves = strstr(position, " moves");
    if (moves == NULL)
        return 0;
    int count = 0;
    for (const char *at = moves + strlen(" moves"); *at != '\0'; at++)
        count += *at == ' ';
    return count;
}

static void handle_line(const char *line)
{
    if (strcmp(line, "isready") == 0)
        say("readyok\n");
    else if (strncmp(line, "position", strlen("position")) == 0)
        plies = count_moves(line);
    else if (strncmp(line, "go", strlen("go")) == 0)
        go(line + strlen("go"));
    else if (strcmp(line, "stop") == 0 && searching)
        end_search();
    else if (strcmp(line, "uci") == 0)
        say("id name Instant\nid author uci-arbiter\n"
            "option name Hash type spin default 16 min 1 max 1024\nuciok\n");
    else if (strcmp(line, "quit") == 0)
        exit(0);
}

/* Read what there is and handle its whole lines. False at the end of the input. */
static bool handle_input(void)
{
    static char input[INPUT_SIZE];
    static size_t used;
    ssize_t got = read(STDIN_FILENO, input + used, sizeof input - used);
    if (got < 0 && errno == EINTR)
        return true;
    if (got <= 0)
        return false;
    used += (size_t)got;

    char *line = input, *end = input + used, *newline;
    while ((newline = memchr(line, '\n', (size_t)(end - line))) != NULL) {
        *newline = '\0';
        handle_line(line);
        line = newline + 1;
    }
    used = (size_t)(end - line);
    memmove(input, line, used);
    return true;
}

/* Wait until there is input (true) or the next tick of the search is due (false). */
static bool wait_for_input(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    long long left = next_tick_ns - now_ns();
    if (left < 0)
        left = 0;
    struct timespec timeout = {.tv_sec = left / NS_PER_S, .tv_nsec = left % NS_PER_S};
    return ppoll(&input, 1, &timeout, NULL) > 0;
}

static void load_game(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "engine: cannot read the game %s: %s\n", path, strerror(errno));
        exit(2);
    }
    while (game_plies < MOVES_MAX && fscanf(file, "%5s", game[game_plies]) == 1)
        game_plies++;
    fclose(file);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: engine GAME\n");
        return 2;
    }
    load_game(argv[1]);
    prctl(PR_SET_TIMERSLACK, 1UL); /* else the kernel may wake us 50 microseconds late */
    for (;;) {
        if (searching && !wait_for_input()) {
            tick();
        } else if (!handle_input()) {
            return 0;
        }
    }
}
