/* A disk that forgets what was not synced. Preloaded into the server: each file of the folder FORGETFUL_DISK that is synced is
   brought up to date in the folder FORGETFUL_SYNCED, from which the test goes on after a power cut. With FORGETFUL_LIES the
   disk says "synced" and does nothing.

   The server may be killed while a file is brought up to date: then some of what it just synced is there, as on a real disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where a file of the disk is kept synced; 0 for other files. */
static int synced_path(const char *path, char *into) {
    const char *disk = getenv("FORGETFUL_DISK"), *synced = getenv("FORGETFUL_SYNCED");
    if (!disk || !synced || getenv("FORGETFUL_LIES")) return 0;
    size_t length = strlen(disk);
    if (strncmp(path, disk, length) != 0 || path[length] != '/') return 0;
    return snprintf(into, PATH_MAX, "%s%s", synced, path + length) < PATH_MAX;
}

/* The file itself is read through the descriptor that is there: closing another one would end SQLite's locks. */
static void keep(int file) {
    char link[64], path[PATH_MAX], copy[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return;
    path[length] = 0;
    struct stat now;
    if (fstat(file, &now) != 0 || !S_ISREG(now.st_mode) || !synced_path(path, copy)) return;
    int kept = open(copy, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (kept < 0) return;
    static _Thread_local char new_part[1 << 16], old_part[1 << 16];
    for (off_t at = 0; at < now.st_size; at += sizeof new_part) {
        ssize_t here = pread(file, new_part, sizeof new_part, at);
        if (here <= 0) break;
        ssize_t there = pread(kept, old_part, sizeof old_part, at);
        if (there < here || memcmp(new_part, old_part, (size_t)here) != 0) {
            if (pwrite(kept, new_part, (size_t)here, at) != here) abort();
        }
    }
    if (ftruncate(kept, now.st_size) != 0) abort();
    close(kept);
}

static int sync_file(const char *name, int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    int done = real(file);
    if (done == 0) {
        keep(file);
        errno = 0;
    }
    return done;
}

int fsync(int file) { return sync_file("fsync", file); }
int fdatasync(int file) { return sync_file("fdatasync", file); }

int unlink(const char *path) {
    int (*real)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "unlink");
    char copy[PATH_MAX];
    int done = real(path);
    if (done == 0 && synced_path(path, copy)) real(copy);
    return done;
}
